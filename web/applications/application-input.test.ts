import { describe, expect, it } from 'vitest'
import { readApplication } from './application-input.ts'

describe('an application as typed', () => {
  it('has its message trimmed and its price parsed to the cent', () => {
    expect(readApplication({ message: '  Hello  ', proposed_price: '540.5' })).toEqual({
      input: { message: 'Hello', proposed_price: 540.5 },
      errors: null,
    })
  })

  it('accepts a price in steps of 0.01 and no finer', () => {
    const errorsOf = (price: string) =>
      readApplication({ message: 'Hello', proposed_price: price }).errors
    expect(errorsOf('1.01')).toBeNull()
    expect(errorsOf('1.10')).toBeNull()
    expect(errorsOf('1.005')?.proposed_price).toMatch(/at most two decimals/)
  })

  it('requires a message that is not blank', () => {
    expect(readApplication({ message: ' \n', proposed_price: '540' }).errors).toEqual({
      message: 'Please fill in all required fields',
    })
  })

  it('requires a price', () => {
    expect(readApplication({ message: 'Hello', proposed_price: ' ' }).errors).toEqual({
      proposed_price: 'Please fill in all required fields',
    })
  })

  it('refuses an invalid amount, less than $1.00 and more than $999,999.99', () => {
    expect(
      readApplication({ message: 'Hello', proposed_price: '1e3' }).errors?.proposed_price,
    ).toMatch(/^Enter an amount/)
    expect(
      readApplication({ message: 'Hello', proposed_price: '1000000' }).errors?.proposed_price,
    ).toBe('The maximum price is $999,999.99.')
    expect(
      readApplication({ message: 'Hello', proposed_price: '0.99' }).errors?.proposed_price,
    ).toBe('The minimum price is $1.00.')
    expect(readApplication({ message: 'Hello', proposed_price: '1' }).errors).toBeNull()
  })
})
