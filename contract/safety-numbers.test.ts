import { describe, expect, it } from 'vitest'
import { folded, withDigits } from './safety-clauses.ts'
import { hasAccountNumber } from './safety-numbers.ts'

const found = (text: string): boolean => hasAccountNumber(withDigits(folded(text)), text)

describe('account numbers', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'GB29 NWBK 6016 1331 9268 19',
    'FR14 2004 1010 0505 0001 3M02 606',
    'CH93 0076 2011 6238 5295 7',
    'PL61 1090 1014 0000 0712 1981 2874',
    'NO93 8601 1117 947',
    'send it to BE68-5390-0754-7034 please',
    'I E 2 9 A I B K 9 3 1 1 5 2 1 2 3 4 5 6 7 8',
    'CH93 0076 2011 6238 5295 7 is my number',
  ])('include an IBAN with the right check digits: %s', (text) => expect(found(text)).toBe(true))

  it.each([
    'DE88 3704 0044 0532 0130 00',
    'ZZ89 3704 0044 0532 0130 00',
    'DE89 3704 0044',
    'Parcel RB123456785SG',
  ])('do not include text that only resembles an IBAN: %s', (text) =>
    expect(found(text)).toBe(false),
  )

  it.each([
    '4111 1111 1111 1111',
    '5555-5555-5555-4444, 11/28',
    '378282246310005',
    '6011 1111 1111 1117 exp 05/27',
    '２２２３ ００３１ ２２００ ３２２２',
    'four one one one, one one one one, one one one one, one one one one',
  ])('include a card number with the right check digit: %s', (text) =>
    expect(found(text)).toBe(true),
  )

  it.each([
    '4111 1111 1111 1112',
    '+44 7700 900123',
    '9400 1000 0000 0000 0000 00',
    '00340434161094042557',
    '2026-11-23 17:30 to 18:30',
    '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16',
  ])('do not include text that only resembles a card number: %s', (text) =>
    expect(found(text)).toBe(false),
  )

  it.each([
    '0xde709f2102306220921060314715629080e2fb77',
    '0x52908400098527886E0F7030069857D2E4169EE7.',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  ])('include a wallet address: %s', (text) => expect(found(text)).toBe(true))

  it.each([
    '742d35cc6634c0532925a3b844bc454e4438f44e',
    'https://drive.example/d/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'b4ee1d2b-54bb-4d26-8d0f-2a5ca2f5b6d1',
    '111111111111111111111111111111',
  ])('do not include text that only resembles a wallet address: %s', (text) =>
    expect(found(text)).toBe(false),
  )
})
