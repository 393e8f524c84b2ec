import { expect, test } from 'vitest'
import { parseForm } from './form-body.ts'

test('nested names become maps and lists', () => {
  const text =
    'mode=payment&line_items[0][price_data][unit_amount]=54000&line_items[0][quantity]=1&line_items[1][quantity]=2&expand[]=a&expand[]=b.c&metadata[payment_id]=p1'
  expect(parseForm(text)).toEqual({
    mode: 'payment',
    line_items: [{ price_data: { unit_amount: '54000' }, quantity: '1' }, { quantity: '2' }],
    expand: ['a', 'b.c'],
    metadata: { payment_id: 'p1' },
  })
})

test('values keep what form encoding hides', () => {
  expect(parseForm('a=%26%3D%5B0%5D+x&b%5Bc%5D=1')).toEqual({ a: '&=[0] x', b: { c: '1' } })
})

test('a name that would reach into the prototype stays a plain name', () => {
  expect(Object.keys(parseForm('__proto__[polluted]=1'))).toEqual(['__proto__'])
  expect('polluted' in {}).toBe(false)
})
