import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnedOfEach, sumOf } from './deal-decision.ts'

const cents = fc.integer({ min: 1, max: 99_999_999 })

test('what is returned of several payments adds up, divides one at most, and takes the last first', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 6 }), fc.nat(), (parts, wanted) => {
      const returned = wanted % (sumOf(parts) + 1)
      const each = returnedOfEach(parts, returned)
      expect(sumOf(each)).toBe(returned)
      expect(each.every((back, place) => back >= 0 && back <= (parts[place] ?? 0))).toBe(true)
      const divided = each.filter((back, place) => back > 0 && back < (parts[place] ?? 0))
      expect(divided.length).toBeLessThanOrEqual(1)
      // Nothing of an earlier payment goes back while something of a later one stays.
      const later = each.slice(each.findIndex((back) => back > 0)).slice(1)
      expect(
        returned === 0 || sumOf(later) === sumOf(parts.slice(parts.length - later.length)),
      ).toBe(true)
    }),
  )
})
