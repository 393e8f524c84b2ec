import { expect, test } from 'vitest'
import type { Uploads } from '#web/uploads/use-uploads.ts'
import { drawn } from '#web/testing/drawn.tsx'
import { AvatarField } from './AvatarField.tsx'

const WRONG = 'Choose a picture of your own.'

test('the error about the picture describes the control that chooses one', () => {
  const html = drawn(
    <AvatarField
      name="Maya"
      value={null}
      onChange={() => undefined}
      kind="person"
      uploads={{ items: [] } as unknown as Uploads}
      error={WRONG}
    />,
  )
  const [, id = ''] = /role="button"[^>]* aria-describedby="([^"]+)"/.exec(html) ?? []
  expect(html.slice(html.indexOf(` id="${id}"`))).toContain(WRONG)
  expect(id).not.toBe('')
})
