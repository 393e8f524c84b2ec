import { expect, test } from 'vitest'
import { expectLink, linksIn } from './reading.ts'

const READING = `- navigation "Main":
  - link "My Projects":
    - /url: /my-projects
  - link "Messages 2 waiting" [active]:
    - /url: /messages
    - text: Messages
- link "The \\"good\\" lamp":
  - /url: "mailto:lamp@tools.example"`

test('links are read with their full name and address, in order', () => {
  expect(linksIn(READING)).toEqual([
    { name: 'My Projects', to: '/my-projects' },
    { name: 'Messages 2 waiting', to: '/messages' },
    { name: 'The "good" lamp', to: 'mailto:lamp@tools.example' },
  ])
})

test('an expected link must have exactly the given address', () => {
  expectLink(READING, 'Messages', '/messages')
  expect(() => expectLink(READING, 'My Projects', '/my')).toThrow('links My Projects')
  expect(() => expectLink(READING, 'My Projects', '/')).toThrow('links My Projects')
  expect(() => expectLink(READING, 'Profile', '/messages')).toThrow('links Profile')
})
