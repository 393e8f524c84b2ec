import { SAFETY_KINDS, type SafetyKind } from './safety.ts'
import { clauses, folded, SAFETY_READS, withDigits } from './safety-clauses.ts'
import { hasAccountNumber } from './safety-numbers.ts'

// The rules are one vocabulary and a few sentences made of it. Each rule reads one sentence of `clauses`, so that a
// word has only one spelling, and looks at no more than a few words from where it begins.

/** Up to `most` words between two parts. */
const gap = (most: number): string => `(?: \\S+){0,${most}}`
const rule = (...parts: string[]): RegExp => new RegExp(` (?:${parts.join('|')})(?= )`)

/** Words that only mean a way to pay, and those that are also ordinary words. */
const SERVICE =
  'pay ?pal|venmo|zelle|cash ?app|revolut|transferwise|payoneer|skrill|western union|money ?gram|bit ?coin|btc|usdt|usdc|e ?transfer|interac|bizum|paytm|phonepe|gcash|gpay|opay|m ?pesa|twint|tikkie|mobile ?pay|vipps|blik|mercado ?pago|alipay|wechat pay|chave pix|uberweisung|virement|transferencia|cashiers? (?:check|cheque)|stable ?coins?|(?:bank|wire|sepa|swift) transfer|direct deposit|friends and family'
const ALSO = 'wise|cash|wire|crypto|eth|ethereum|upi|sepa|ach|apple pay|google pay|monzo|pix|swish'
const ME = 'me|you|u|ya|us|it'
const PAY =
  'pay|pays|paid|paying|send|sends|sent|settle|transfer|wire|deposit|get paid|getting paid'
const FEE = 'fees?|commission|15 percent|15'
const HERE = `(?:platform|site|website|marketplace|app|system|cartwright|escrow|here)`
const OF = '(?: (?:of|the|this|your|any|our|on|from|platform|service|whole)){0,3}'

const PAY_OUTSIDE = [
  rule(
    `(?:${SERVICE}|wire) (?:${ME}|him|them)`,
    `(?:have|hv|got|my|your|ur)(?: (?:a|an|the|business|private|personal)){0,2} (?:${SERVICE})`,
    `(?:${PAY}|accept|accepts|take|prefer|preferred|use|do(?! not)|via|through|thru|by|only|instead of escrow)${gap(5)} (?:${SERVICE})`,
    `(?:${PAY}|accept|prefer|only|half|upfront|money)${gap(5)} (?:via|through|thru|by|in|with|over|using) (?:${ALSO})`,
    `(?:${SERVICE}|upi)(?: (?:or|works|possible|instead|ok|okay|please|only|too)| (?:is|would be|are)(?: \\S+)? (?:ok|okay|fine|best|good|fastest|faster|easier|easiest|cheaper|better|possible|great|our|my))`,
    `(?:accept|take|only|prefer|happy|want|bring|brings)${gap(3)} (?:cash|crypto|upi|eth|ethereum)(?! (?:register|machine|flow|wallet))`,
    `(?:use|used|using|took) (?:${ALSO}) (?:to|for)${gap(1)} (?:pay|paying|send|payment)`,
    `\\d+ in (?:hand|person)|(?:pay|paid|paying|settle|money)${gap(4)} in person|(?:have|carry|carrying) cash`,
    `cash (?:in hand|ok|okay|fine|works|only|possible|on the day)`,
    `(?:pay|paid|paying|settle)${gap(2)} (?:in )?cash`,
    `transfer (?:the )?(?:usd \\d+|money|amount|full amount|rest(?! of))`,
    `transfer (?:${ME}) (?:the )?(?:usd )?\\d+`,
  ),
  rule(
    `(?:skip|skipping|avoid|avoiding|bypass|around|cut out|save|saves|saving|no need for|dont need|do not need|dont use|do not use|dont trust|do not trust|dont fund|do not fund|without|losing|no need to wait for)${OF} (?:${FEE}|escrow|middle ?man)`,
    `(?:not|instead of)(?: (?:go|do|work|book|pay|use))?(?: \\S+)?(?: (?:through|via|on|using|in|of))? (?:this|the|any)(?: \\S+)? (?:escrow|site|website|platform|marketplace)|(?:not|instead of) (?:through |via |on |using )?(?:escrow|site|platform)`,
    `no escrow|leave${OF} (?:platform|site|website|marketplace|escrow) out`,
    `(?:not|dont|no|without) (?:run|running|do|doing|put|putting|take|taking|book|booking|use|using|go|going)(?: \\S+)? (?:through |via |on |over |in )(?:here|this|the (?:site|website|platform|marketplace|escrow))`,
    `no use${OF} (?:platform|site|website|app)|(?:withdraw|cancel|decline)${gap(4)} (?:here|application|offer|order|project)${gap(6)} (?:invoice|pay|send|transfer|wire)`,
    `cut out${OF} middle ?man`,
  ),
  rule(
    `(?:pay|pays|paid|paying|settle|deal|invoice|money|payment)${gap(4)} (?:direct|directly|privately|under the table|between us|between ourselves|ourselves|off the books)`,
    'off the books|under the table|send it(?: to you)? myself|between ourselves',
    `(?:work|working|book|hire)${gap(4)} (?:direct|directly) (?:next time|after|then|for|and|with)`,
    `(?:if|when|can|lets) (?:we )?go direct`,
    `(?:pay|paying|send|wire|transfer)(?: (?:${ME}))?${gap(3)} (?:to|into) (?:my|your|ur) (?:bank|account|card)(?! (?:manager|in the))`,
    `(?:pay|paying|send)(?: (?:${ME}|the|money)){1,2} there`,
  ),
  // Doing the deal itself elsewhere. An app and a system are left out, because a film may be about one.
  rule(
    `(?:do|doing|take|close)(?: \\S+)? (?:this|it|the)${gap(4)} (?:off|outside|without|w o)${OF} (?:platform|site|website|cartwright|escrow|here)`,
    `(?:do|doing|take|close)(?: \\S+)? (?:this|it|the)${gap(4)} (?:off ?platform|privately)`,
  ),
]
/** A way to pay between people, in a sentence that is not about a product. */
const BARE = [rule(SERVICE)]
/**
 * Leaving the platform, in a sentence that is about money or the deal: people also film outside, or on the platform of
 * a station.
 */
const OUT = [
  rule(
    `(?:off|outside|without|w o)${OF} ${HERE}|out of (?:here|the platform)`,
    'off ?platform|outside (?:cartwright|escrow)|privately|(?:deal|pay|paid|payment) outside',
  ),
]
const MONEY = rule(
  'book|work together|pay|pays|paid|paying|payment|money|deal|deals|fees?|cheaper|settle|invoice|transfer|rate|usd \\d+',
)
const CODE = `otp|(?:one time|onetime|single use) (?:pass ?)?(?:code|word|pin)|one time passcode|(?:verification|security) number|(?:verification|verify|confirmation|security|recovery|backup|login|log in|sign in|signin|sms|text|2fa|two factor|authentication|authenticator|whatsapp|google|reset|(?:6|six|5|five|4|four) digit) (?:codes?|pin|passcode)|passcode`
/** People also call a code that arrives its digits. */
const DIGITS =
  '(?<!(?:promo|voucher|tracking|discount|sample|coupon|booking|order|door) )codes?|pin|digits'
const ARRIVED = `(?:you|u|i|ya)(?: (?:will|just|have|ve|should))? (?:get|got|gotten|receive|received)|(?:sent|texted|mailed|came|arrived)(?: (?:to|on|at))? (?:you|your|ur|u)|(?:by|via|from|in)(?: the| a)? (?:text|sms)|to (?:your|ur) (?:phone|number|e ?mail)|did you get`
const TELL = `send|tell|give|share|forward|read|text|reply|provide|drop|paste|pass|dm|screenshot|copy|need|whats|what|say|says`
const ONE_TIME_CODE = [
  rule(
    `(?:${TELL})${gap(8)} (?:${CODE})`,
    `(?:${CODE})${gap(8)} (?:send|tell|forward|share|give|pass|reply|read|write)`,
    `g \\d{6}`,
    `authenticator(?: app)?${gap(4)} (?:tell|send|give|read|share|what)`,
    `(?:approve|confirm|accept) (?:the |my |this )?(?:log ?in|sign ?in)${gap(5)} (?:send|tell|share|read|give|what)`,
    `(?:get|got|receive|received) (?:an |the )?sms${gap(5)} (?:forward|send|share|read|tell|copy)`,
    `(?:${CODE})(?: (?:is|here|it|says|i got)){0,2} \\d{2,8}`,
    `(?:${TELL})${gap(5)} (?:${DIGITS})${gap(5)} (?:${ARRIVED})`,
    `(?:${DIGITS})${gap(4)} (?:${ARRIVED})${gap(5)} (?:send|tell|forward|share|give|pass|read|is \\d{2,8})`,
    `(?:${DIGITS}) to (?:your|ur) (?:phone|number|e ?mail)${gap(4)} (?:send|tell|forward|share|give|pass|read)`,
    `(?:otp|passcode) (?:please|pls)`,
    `(?:texted|sms|messaged) (?:you|u)${gap(3)} (?:${DIGITS}|numbers?)`,
    `(?:${DIGITS})${gap(6)} those numbers`,
    `code is \\d{2,8}${gap(5)} (?:${ARRIVED})`,
    `\\d{3,8}${gap(5)} what the (?:text|sms|message) (?:said|says)`,
    `code aus der|bestatigungscode|codigo de verificacion|code de verification|code de confirmation`,
    `(?:${TELL})${gap(4)} (?:number|code) it shows`,
    `(?:received?|got) a \\S+ code${gap(3)} (?:send|tell|forward|share|give|pass|read)`,
  ),
]

/** Ways to read out, pass on or type in a code: not "tell me", which can ask for anything. */
const PASS_ON = `(?:send|read|forward|share|drop|paste|type|write|give|tell)(?: (?:me|us))? (?:it|that|them|here|back|(?:the )?(?:numbers?|digits|code|pin)|what (?:it|the (?:text|sms|message)) (?:says|said)(?! (?:in|on|at)))`
/** Numbers that are not secret. */
const OPEN_NUMBER =
  'tracking|order|promo|discount|coupon|sample|voucher|affiliate|invoice|phone|model|spark|ad|door|gate|booking|vat|tax'
const SECRET = `(?<!(?:${OPEN_NUMBER}) )(?:codes?|pin|digits?|numbers?)`
const INBOX = '(?:phone|mobile|cell|number|whatsapp|sms|texts|inbox|e ?mail|messages)'

/** The same, where the request is in a different sentence from the one that says what arrived. */
const CODE_ACROSS = [
  rule(
    `(?:code|digits|pin)${gap(3)} (?:arrive|arrived|come|came|get|got|sent|texted)${gap(10)} (?:send|tell|need|copy|what|give|read|forward)`,
    `(?:mailed|sent|texted|messaged|received?|get|got)${gap(3)} (?:otp|one time code|passcode|verification code|login code)${gap(10)} ${PASS_ON}`,
    `(?:get|got|receive|received|see)(?: (?:a|the|an|any))? (?:text|sms|otp|pin|code)(?! (?:for|in|of|on|about|file|version|to|that should))${gap(10)} ${PASS_ON}`,
    `(?:text|sms|sent|texted|get|got|arrive|arrived|come|came)${gap(4)} (?:code|digits|pin)${gap(10)} (?:send|tell|need|copy|what are|what is|give|read|forward)`,
    `(?:sent|texted|mailed|messaged)${gap(3)} ${SECRET} (?:to|on|at|by) (?:your|ur)(?: \\S+)? ${INBOX}${gap(12)} (?:send|tell|read|share|forward|give|drop|need|what)`,
    `${SECRET} (?:in|on) (?:your|ur) ${INBOX}${gap(10)} (?:send|tell|read|share|forward|give|drop|paste)`,
    `(?:put|typed|entered|used|gave|registered)(?: in)? (?:your|ur) (?:number|phone|mobile|e ?mail)${gap(24)} ${PASS_ON}`,
    `\\d{3,8}${gap(8)} (?:do not|dont|never) share`,
  ),
]

const GIFT =
  '(?:gift ?cards?|giftcards|gift vouchers?|store credit|(?:itunes|steam|amazon|apple|google play|razer(?: gold)?|vanilla(?: visa)?|prepaid(?: visa)?|ebay|xbox|playstation|starbucks|walmart|target|sephora) (?:gift )?(?:cards?|vouchers?))'
const GIFT_CARD = [
  rule(
    `(?:pay|pays|paid|paying|payment|compensate|cover|buy|purchase|pick up|get|grab|need|needs|send|take|accept)${gap(7)} ${GIFT}`,
    `(?:top (?:you|u) up|reward|rewarded|instead of${gap(3)} (?:budget|money|payment|fee))${gap(7)} ${GIFT}`,
    `${GIFT}${gap(4)} (?:codes?|instead|payment|rather than|scratch\\w*)`,
    `scratch(?:ed)?${gap(5)} (?:gift|cards?)`,
  ),
]

const UPFRONT =
  'registration|processing|activation|clearance|customs|training|onboarding|verification|insurance|upgrade|transfer|agency|membership|security|refundable|release|background|one off|one time'
/** An amount, in any notation. */
const SUM = '(?:usd )?\\d+(?: (?:usd|dollars|euros?|pounds|bucks))?'
const GIVE_BACK = '(?:send|return|refund|give|forward|wire|transfer)'
const ADVANCE_FEE = [
  rule(
    `(?:to|before you can) (?:join|get on|become|enter|start with|be booked|be paid|work with)${gap(8)} (?:fee|deposit|pay|costs?)`,
    `(?:fee|deposit|payment) of (?:usd )?\\d+${gap(3)} (?:to (?:join|get|become|start)|first|upfront|before|you (?:earn|get))`,
    `you (?:must|have to|need to|should)(?: first)? (?:pay|settle|send|cover)${gap(6)} (?:tax|fee|insurance|charge|deposit|customs)`,
    `(?:pay|pays|paid) (?:for )?(?:the |a |your )?(?:${UPFRONT})(?: check| checks| kit)?`,
    `send (?:us|me) ${SUM}${gap(8)} (?:then|so that|and then) (?:we|i)`,
    `(?:unlock|release|withdrawal|clearance) (?:tax|fee|charge)|unlock payment`,
    `membership${gap(6)} usd \\d+`,
    `(?:sent|transferred|paid)(?: \\S+)? (?:double|twice)`,
    `(?:check|cheque)${gap(6)} (?:more than|too much)`,
    `${GIVE_BACK}(?: (?:me|us))? ${SUM} back`,
    `(?:pay|cover)${gap(8)} add it to your (?:fee|payment)`,
    `(?:pay|cover|send)${gap(7)} (?:first|upfront)${gap(3)} (?:refund|give it back|get it back)`,
    `to (?:be|get) paid${gap(8)} (?:pay|send|sending|fee|deposit)`,
    `(?:ask for|need|require|requires|want) a (?:small |refundable |security ){1,2}deposit`,
    `(?:pay|pays|paid|cover|charge|there is|there are|send)${gap(5)} (?:${UPFRONT})${gap(2)} (?:fee|deposit|charge)`,
    `(?:${UPFRONT})(?: clearance)? (?:fee|deposit|insurance)${gap(4)} (?:needed|required|first|upfront|paid|refunded|refundable)`,
    `(?:pay|cover)${gap(5)} (?:customs|insurance|clearance)${gap(2)} (?:upfront|first|of usd|of \\d)`,
    `(?:training|onboarding|membership|registration)(?: costs?| is| for){1,2} (?:usd )?\\d+`,
    `(?:pay|fee|deposit)${gap(6)} (?:to (?:get|be) paid|to (?:receive|unlock|release) (?:your|ur|the)|before (?:we|i) (?:can )?(?:release|pay))`,
    `(?:to (?:receive|unlock|release)|before (?:we|i) can (?:release|pay))${gap(6)} (?:first )?(?:pay|send)`,
    `until you (?:pay|send|cover)${gap(4)} (?:tax|fee|charge|deposit|customs|usd \\d+)`,
    `buy${gap(3)} kit${gap(6)} (?:join|refundable)`,
    `(?:sent|paid|transferred)${gap(2)} (?:usd )?\\d{2,} instead of (?:usd )?\\d{2,}`,
    `${GIVE_BACK}(?: (?:me|us))? the (?:rest|difference|extra|remainder) (?:back|to me|to us)`,
    `unlock (?:your|ur|the) (?:payment|payout|money|funds)|needs? you to (?:pay|send) (?:usd )?\\d+|(?:pay|send) ${SUM} first`,
    `(?:${UPFRONT}) (?:fee|deposit|charge) of (?:usd )?\\d+`,
    `(?:charge|fee) of \\d+(?: percent)?${gap(2)} (?:send|pay) (?:it|this|that)`,
    `over ?paid|overpayment|(?:paid|sent|transferred) (?:you )?too much(?= (?:,|money|by|please|and|$))`,
    `${GIVE_BACK}(?: back)?(?: (?:me|us|the|any)){0,2} (?:difference|surplus|excess)`,
    `${GIVE_BACK} (?:usd )?\\d+ back|send back (?:usd )?\\d+`,
    `keep${gap(5)} (?:send|forward|wire|transfer)${gap(2)} (?:rest|remainder|balance|difference)`,
    `(?:deposit|cash) (?:it|the check|the cheque) and (?:send|forward|wire)`,
  ),
]

const ACCOUNT = `iban|account (?:number|no)|routing(?: number)?|sort code|bank (?:details|account|info|information)|card (?:number|details)|cvv|cvc|wallet address|cashtag|(?:${SERVICE}|crypto|wallet) (?:e ?mail|address|adress|handle|id|tag|account|username|link|details)`
const ASK = `send|give|share|need|whats|what is|what are|which|drop|dm|tell|provide|fill in|confirm|know|i (?:get|have)`
const PAYMENT_ADDRESS = [
  rule(
    `(?:${ASK})${gap(5)} (?:${ACCOUNT})`,
    `(?:${ASK})(?: me)? (?:your|ur) (?:${SERVICE}|bank)`,
    `(?:which|what) account${gap(4)} (?:send|pay|transfer)`,
    `(?:sort code|bsb|routing(?: number)?|acc(?:oun)?t?(?: number| no)?)${gap(1)} \\d{6,}`,
    `(?:${SERVICE}|upi)${gap(4)} at (?!the |a |our |your |this |least |all |once )[a-z0-9]+`,
    `(?:${SERVICE}) is (?:usd|at) `.trimEnd(),
    `cashtag is|(?:picture|photo|screenshot|front|back)s? of (?:your|ur)(?: \\S+)? card`,
    `\\S*bank(?: ,)? \\d{8,}|chave pix|(?:${SERVICE})(?: (?:number|no))? (?:is )?\\d{7,}`,
    `pay ?pal dot me|paypalme|cash dot app slash|venmo dot com slash|(?:revolut|monzo) dot me|wise dot com slash pay`,
  ),
]

/** The message is about a film in which someone pays, or about a product. */
const FILMED = rule(
  'logo|buttons?|scenes?|shots?|(?<!it )shows?|showing|checkout|customers?|viewers?|followers?|hooks?|sponsor|audience|podcast|exchange|(?<!(?:your|ur) )screens?|screen recording|counter|mention|register|is our client|flow|blur|giveaway|winner|unbox|unboxing|film how|app (?:asks|sends|lets)|budgeting app|wallet app|flatmates|reimburse the|friends with|we sell|percent off|discount (?:codes?|with|on)|(?:student|launch) discount|payout settings|payout set up',
)
/** A sentence of work: a name in it may be that of a brand. */
const PRODUCT = rule(
  'campaigns?|shoot|videos?|film|clips?|reels?|brief|ads?|brand|post|caption|stories|content|article|sounds?|like \\S+ but',
)
/** Something that a sentence refuses or warns of is not a request. A comma or "so" begins another thought. */
const REFUSED =
  / (?:never|no|not|dont|do not|cannot|cant|wont|someone asked|somebody asked|didnt|nobody)(?! (?:worry|worries|mind|need|trust|fund|forget|you|u|through|via|wanna|want))(?: (?!but |so |just |instead |because |,|use escrow)\S+){0,7}$/

/** Every rule, for callers that compile them before the first text (web/safety/safety-rules.ts). */
export const SAFETY_RULES: readonly RegExp[] = [
  ...PAY_OUTSIDE,
  ...BARE,
  ...OUT,
  MONEY,
  ...ONE_TIME_CODE,
  ...CODE_ACROSS,
  ...GIFT_CARD,
  ...ADVANCE_FEE,
  ...PAYMENT_ADDRESS,
  FILMED,
  PRODUCT,
  REFUSED,
]

function says(rules: readonly RegExp[], clause: string): boolean {
  return rules.some((one) => {
    const found = one.exec(clause)
    return found !== null && !REFUSED.test(clause.slice(0, found.index))
  })
}

const isOutside = (clause: string): boolean =>
  says(PAY_OUTSIDE, clause) ||
  (MONEY.test(clause) && says(OUT, clause)) ||
  (!PRODUCT.test(clause) && says(BARE, clause))

/**
 * Returns what a message should be warned about (decision 0067), from its words alone. SAFETY_READS bounds the cost for
 * any text: no rule looks further than a few words.
 */
export function safetySignals(text: string): SafetyKind[] {
  const plain = folded(text)
  const sentences = clauses(plain).filter((clause) => !FILMED.test(clause))
  const found: Record<SafetyKind, boolean> = {
    pay_outside: sentences.some(isOutside),
    payment_address:
      hasAccountNumber(withDigits(plain), text.slice(0, SAFETY_READS)) ||
      sentences.some((one) => says(PAYMENT_ADDRESS, one)),
    one_time_code:
      sentences.some((one) => says(ONE_TIME_CODE, one)) ||
      says(CODE_ACROSS, ` ${sentences.join('.')} `),
    gift_card: sentences.some((one) => says(GIFT_CARD, one)),
    advance_fee: sentences.some((one) => says(ADVANCE_FEE, one)),
  }
  return SAFETY_KINDS.filter((kind) => found[kind])
}
