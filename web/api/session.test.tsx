import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useAuth } from './session.tsx'

test('"useAuth must be used within an AuthProvider"', () => {
  function Outside() {
    useAuth()
    return null
  }
  expect(() => renderToStaticMarkup(<Outside />)).toThrow(
    'useAuth must be used within an AuthProvider',
  )
})
