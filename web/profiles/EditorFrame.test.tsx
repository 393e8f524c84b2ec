import { expect, test } from 'vitest'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { BrandEditor } from './BrandEditor.tsx'
import { CreatorEditor } from './CreatorEditor.tsx'
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
  for (const editor of [
    <BrandEditor key="brand" profile={{ ...profile, role: 'seller' }} />,
    <CreatorEditor key="creator" profile={{ ...profile, role: 'creator' }} />,
  ])
    expect(wordsOf(editor)).toContain('Save Profile Cancel')
  expect(frame(false)).toContain('Save Profile')
  expect(frame(false)).not.toContain('Saving...')
  expect(frame(true)).toContain('Saving...')
})
