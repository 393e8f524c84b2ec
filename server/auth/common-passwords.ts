/**
 * What people and guessing programs try first: the heads of such lists, without digits and signs at the ends,
 * which a guesser adds by itself. Of at least six characters with those; the policy's length rule does the rest.
 */
const COMMON = new Set(
  `password passwort passw0rd p@ssword p@ssw0rd pass passme letmein letmeinnow welcome welcomeback hello
  helloworld admin administrator root toor user guest test tester testing demo sample default changeme change
  secret secrets login logmein access master qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm
  qazwsx qwaszx iloveyou loveyou ilovegod lovely love lover sweetheart honey babygirl baby angel angels princess
  sunshine moonlight starlight flower butterfly chocolate cookie cheese banana orange cherry pepper ginger summer
  winter spring autumn monday friday january december football baseball basketball hockey soccer tennis golf
  liverpool chelsea arsenal barcelona juventus yankees lakers cowboys steelers eagles dragon monkey tiger panther
  shadow phoenix falcon wolf lion bear horse kitty hellokitty doggie puppy batman superman spiderman ironman
  starwars pokemon pikachu naruto minecraft fortnite roblox nintendo playstation xbox matrix trustno whatever
  nothing freedom forever family friends mother father brother sister michael jordan jessica jennifer ashley
  charlie daniel andrew joshua matthew robert thomas anthony william joseph nicole samantha amanda michelle
  hannah maggie buster hunter ranger killer ninja samurai soldier computer internet google facebook instagram
  twitter linkedin apple samsung microsoft windows android money dollar business company diamond silver golden
  gold purple yellow green orange black white blue red abc abcd abcde abcdef abcabc aaa one two three
  biteme fuckyou fuckme asshole bigdog bigboy mustang corvette ferrari porsche harley yamaha mercedes toyota
  london paris berlin america canada mexico brasil india jesus christ god blessed heaven`.split(
    /\s+/,
  ),
)

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv',
]

/** Whether this is one of the first few thousand guesses, whatever case, digits and signs were added. */
export function isCommonPassword(password: string, brandName: string): boolean {
  const plain = password.toLowerCase()
  const core = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  const unleet = core
    .replace(/[@4]/g, 'a')
    .replaceAll('3', 'e')
    .replaceAll('0', 'o')
    .replaceAll('$', 's')
  if ([plain, core, unleet].some((text) => COMMON.has(text) || text === brandName.toLowerCase()))
    return true
  // Digits and signs alone up to eight: dates, telephone numbers, rows of keys.
  if (core === '' && plain.length <= 8) return true
  if (isRepetition(plain)) return true
  return ROWS.some(
    (row) => row.includes(plain) || Array.from(row).toReversed().join('').includes(plain),
  )
}

/** One to four characters over and over. */
function isRepetition(text: string): boolean {
  return [1, 2, 3, 4].some((size) => {
    const part = text.slice(0, size)
    return text.length > size && part.repeat(Math.ceil(text.length / size)).startsWith(text)
  })
}
