import { expect, test } from 'vitest'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { BrandEditor } from './BrandEditor.tsx'
import { CreatorEditor } from './CreatorEditor.tsx'
import { EditorFrame } from './EditorFrame.tsx'

const editor = (state: { saving?: boolean; failed?: boolean }) => (
  <EditorFrame
    title="Brand Profile"
    subtitle=""
    onSubmit={() => undefined}
    question={null}
    uploading={false}
    failed={false}
    saving={false}
    preview={{ title: '', card: null }}
    {...state}
  >
    {null}
  </EditorFrame>
)
const frame = (saving: boolean) => wordsOf(editor({ saving }))

const profile = {
  id: 'p',
  name: 'Maya',
  bio: null,
  avatar_url: null,
  niches: [],
  social_links: {},
  portfolio_urls: [],
  portfolio_captions: [],
  rates: {},
  company_name: null,
  website: null,
  industry: null,
  brand_description: null,
} as unknown as OwnProfile

test('both profile editors: "Save Profile", and "Saving..." while it is being saved', () => {
  for (const form of [
    <BrandEditor key="brand" profile={{ ...profile, role: 'seller' }} />,
    <CreatorEditor key="creator" profile={{ ...profile, role: 'creator' }} />,
  ])
    expect(wordsOf(form)).toContain('Save Profile Cancel')
  expect(frame(false)).toContain('Save Profile')
  expect(frame(false)).not.toContain('Saving...')
  expect(frame(true)).toContain('Saving...')
})

test('a profile with a picture that did not arrive is not saved, and the form says why', () => {
  const submit = (failed: boolean) =>
    drawn(editor({ failed })).match(/<button[^>]*submit[^>]*>/)?.[0]
  expect(submit(true)).toContain('disabled=""')
  expect(submit(false)).not.toContain('disabled=""')
  expect(wordsOf(editor({ failed: true }))).toContain(uploadMessages.notArrived)
  expect(wordsOf(editor({}))).not.toContain(uploadMessages.notArrived)
})
