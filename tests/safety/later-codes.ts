import type { Corpus } from './corpus.ts'

/**
 * Messages about codes and about numbers that are not secret, by the author of other-voices.ts. Written once the rules
 * for codes had been widened using those, and never used to improve them.
 */
export const LATER_CODES: Corpus = [
  {
    kinds: ['one_time_code'],
    texts: [
      'Cartwright will ring you with a security phrase, please write me what they say.',
      'quick favor, my phone died so i had the login go to yours. what did they text u',
      'We use your mobile to open the brand account, you just tell us the 5 numbers when they come.',
      'Instagram sent something to ur email w/ a number, whats the number',
      'pls check your sms now and reply with what you see there',
      'Hi! Our tool signs in as you to read the insights. It will ask for a code, you get it by SMS, then you pass it to us.',
      'TikTok: 482 913 is your login code. Never share it.',
      'It came! 66 02 17. Is the account verified now?',
      'Can you screenshot the WhatsApp verification you just got?',
      'We need to confirm you are a human, say the digits that arrived on your device.',
      'I put your email as the recovery email, there is a pin inside the mail, kindly forward.',
      'the bank app shows you a TAN, tell it to me and the budget is yours today',
      'Could you read out the numbers from the text? Otherwise the payment bounces.',
      'Merci de me donner le code de vérification que vous avez reçu.',
    ],
  },
  {
    kinds: [],
    texts: [
      'The courier texted me a pickup number, I am on my way to the shop.',
      'Did you get the text for the end card? Send it to me when you have a minute.',
      'I sent the tracking number to your email, tell me if it does not arrive.',
      'Please read the text in frame 3 out loud, slowly.',
      'Our code of conduct is in your inbox, have a look before you film.',
      'I put your number on the parcel so the driver can call, hope that is ok!',
      'Use the code in your welcome mail to get the sample for free.',
      'whats the number of the version you liked, 2 or 3',
      'Send me the Spark code once it is posted, we boost it the same evening.',
      'the hook says 4 numbers in 5 seconds, read them a bit slower',
      'I have 2FA on so my manager cannot log in, I will upload it myself tonight.',
      'Never share the raw files before the launch on the 14th please.',
      'We got your message, the reshoot is fine, send it whenever.',
      'The door code at the studio is 4471, the second one is on the fridge.',
      'Could you text me when you are downstairs? My number is in the shipping note.',
      'Do not share the draft, version 20261125 is not approved yet.',
      'Scene 2: a text message arrives with a code and she types it into our app.',
      'The promo code in your inbox works until Sunday, share it in the caption.',
    ],
  },
]
