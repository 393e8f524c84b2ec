import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The forms that do without the form stack (decision 0040). */
const WITHOUT = [
  // One line with its own rules for sending, keeping and restoring.
  'web/conversations/Composer.tsx',
  // They send nothing (decision P26).
  'web/app/Footer.tsx',
  'web/pages/Blog.tsx',
  // The text belongs to a frame and to a drawing, which the stage and the keys also change.
  'web/review/NoteForm.tsx',
]

const screens = globSync('web/**/*.tsx').filter((file) => !file.includes('.test.'))

/** A screen with its imports from its own folder: a form's hook may be in a file beside it. */
function withHooks(file: string): string {
  const text = readFileSync(file, 'utf8')
  const beside = [...text.matchAll(/from '\.\/(use-[\w-]+\.tsx?)'/g)].map(([, name]) => name ?? '')
  return [text, ...beside.map((name) => readFileSync(join(dirname(file), name), 'utf8'))].join('\n')
}

test('every form uses react-hook-form, except those listed', () => {
  const forms = screens.filter((file) => /<form[\s>]/.test(readFileSync(file, 'utf8')))
  // These two receive their form.
  const frames = ['web/forms/FormDialog.tsx', 'web/profiles/EditorFrame.tsx']
  const given = ['web/auth/SignInForm.tsx', 'web/auth/SignUpForm.tsx']
  const bare = forms.filter((file) => !/useKeptForm|useForm\b/.test(withHooks(file)))
  expect(bare.filter((file) => ![...frames, ...given].includes(file)).toSorted()).toEqual(
    WITHOUT.toSorted(),
  )
})

test('every dialog with a form is a FormDialog, except those listed', () => {
  const own = screens.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const hasFields = /<form[\s>]|register\(|<(TextInput|TextArea|Select|PriceInput)\b/.test(text)
    return hasFields && /<(Confirm)?Dialog[\s>]/.test(text)
  })
  expect(own.toSorted()).toEqual([
    // Its fields choose what is shown; nothing is sent.
    'web/deliverables/CompareVersions.tsx',
    'web/forms/FormDialog.tsx',
    // It only asks for confirmation; the form itself is on the page.
    'web/operator/DecideDispute.tsx',
    // It has two ways to send, and its form is one optional field.
    'web/review/SendDialog.tsx',
    // A second dialog says which mails to open.
    'web/security/ChangeEmailDialog.tsx',
  ])
})
