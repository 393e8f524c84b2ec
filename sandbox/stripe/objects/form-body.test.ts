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

test('percent-encoded names and values are decoded', () => {
  expect(parseForm('a=%26%3D%5B0%5D+x&b%5Bc%5D=1')).toEqual({ a: '&=[0] x', b: { c: '1' } })
})

test('a name such as __proto__ stays a plain key and does not reach the prototype', () => {
  expect(Object.keys(parseForm('__proto__[polluted]=1'))).toEqual(['__proto__'])
  expect('polluted' in {}).toBe(false)
})
