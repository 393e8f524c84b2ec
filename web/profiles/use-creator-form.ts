import { NICHES, type Niche } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { toast } from '#web/ui/toast.ts'
import * as draftOf from './creator-draft.ts'
import type { CreatorDraft, CreatorLines, Line } from './creator-draft.ts'
import { useProfileForm } from './use-profile-form.ts'

/** The values of the creator's form: the profile, and typed entries that have not been added yet. */
type Typed = CreatorDraft & CreatorLines

/** The creator's form. The button of a typed entry adds it, and so does saving. */
export function useCreatorForm(profile: OwnProfile) {
  const kept = useProfileForm({
    profile,
    draft: 'creator-profile',
    saved: { ...draftOf.draftOf(profile), ...draftOf.noLines },
    read(typed) {
      const { draft, errors } = draftOf.withLines(profileIn(typed), typed)
      const niches = draft.niches.filter(isNiche)
      return { input: { ...draft, niches, portfolio_captions: draftOf.captionsOf(draft) }, errors }
    },
    onSaved: () =>
      toast.success('Profile Updated', 'Your creator profile has been saved successfully.'),
  })
  const { form, typed } = kept

  /** Puts a changed draft into the form. */
  function change(next: CreatorDraft) {
    form.setValue('niches', next.niches)
    form.setValue('social_links', next.social_links)
    form.setValue('portfolio_urls', next.portfolio_urls)
    form.setValue('portfolio_captions', next.portfolio_captions)
    form.setValue('rates', next.rates)
  }

  /** Adds a typed entry and clears its field, or says why it cannot. */
  function addLine(line: Line) {
    const next = draftOf.withLine[line](typed, typed)
    if (draftOf.isRefused(next)) {
      form.setError(line, { message: draftOf.refusalWords(line, next) })
      return
    }
    change(next)
    for (const field of draftOf.fieldsOfLine[line]) form.setValue(field, '')
  }

  /** Changes the form's current values: for responses that arrive after further typing. */
  const changeLater = (how: (now: CreatorDraft) => CreatorDraft) =>
    change(how(profileIn(form.getValues())))

  return { ...kept, change, changeLater, addLine }
}

/** The creator's form as its sections see it. */
export type CreatorForm = ReturnType<typeof useCreatorForm>

/** The form's values without the typed entries. */
function profileIn({ name, bio, avatar_url, niches, ...rest }: Typed): CreatorDraft {
  const { social_links, portfolio_urls, portfolio_captions, rates } = rest
  const links = { social_links, portfolio_urls, portfolio_captions }
  return { name, bio, avatar_url, niches, ...links, rates }
}

/** A niche that is no longer offered is dropped when the profile is saved. */
function isNiche(niche: string): niche is Niche {
  return (NICHES as readonly string[]).includes(niche)
}
