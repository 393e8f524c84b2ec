import { expect, test } from 'vitest'
import { wordsOf } from '#web/testing/drawn.tsx'
import { EditorFrame } from './EditorFrame.tsx'

const frame = (saving: boolean) =>
  wordsOf(
    <EditorFrame
      title="Brand Profile"
      subtitle=""
      onSubmit={() => undefined}
      question={null}
      uploading={false}
      saving={saving}
      preview={{ title: '', card: null }}
    >
      {null}
    </EditorFrame>,
  )

test('the profile editor: "Save Profile", and "Saving..." while it is being saved', () => {
  expect(frame(false)).toContain('Save Profile')
  expect(frame(false)).not.toContain('Saving...')
  expect(frame(true)).toContain('Saving...')
})
