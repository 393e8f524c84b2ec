import { createHash } from 'node:crypto'

/** A person with an account at the sandbox, as its tokens describe them. */
export interface Person {
  /** 21 digits, like Google's, and always the same for one address. */
  sub: string
  email: string
  email_verified: boolean
  name: string
}

function person(email: string, name: string, verified = true): Person {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  const sub = `1${BigInt(`0x${hash.slice(0, 18)}`)
    .toString()
    .padStart(20, '0')
    .slice(-20)}`
  return { sub, email, email_verified: verified, name }
}

/** The people that the account chooser offers. */
export const PEOPLE: readonly Person[] = [
  person('maya.okafor@gmail.example', 'Maya Okafor'),
  person('jonas.weber@gmail.example', 'Jonas Weber'),
  person('team@brightleaf.example', 'Brightleaf Team'),
  person('sam.unverified@gmail.example', 'Sam Unverified', false),
]

/** An account created on the fly from what was typed on the chooser. The address determines it. */
export function anotherPerson(email: string, name: string, verified: boolean): Person {
  return person(email, name || (email.split('@')[0] ?? email), verified)
}
