import { use, useEffect, useRef, useState } from 'react'
import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import { BUCKET_RULES, fileWords } from '#contract/uploads.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { useAnchor } from '#web/page/use-anchor.ts'
import { DropZone } from '#web/ui/DropZone.tsx'
import { ImageSquares } from '#web/ui/ImageSquares.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { tooLongAmong } from '#web/uploads/play-length.ts'
import { UploadRows } from '#web/uploads/UploadRows.tsx'
import type { Uploads } from '#web/uploads/use-uploads.ts'
import * as draftOf from './creator-draft.ts'
import styles from './Editor.module.css'
import { EntryField } from './EntryField.tsx'
import { hostOf, pieceKind } from './links.ts'
import { PieceStill } from './PieceStill.tsx'
import type { CreatorForm } from './use-creator-form.ts'

const rule = BUCKET_RULES.portfolio
const hint = `${fileWords(rule)}. Videos last up to ${rule.maxSeconds} seconds.`

/** A creator's portfolio: uploaded pictures and videos, and links, in one order; the first is the cover. */
export function PortfolioSection({ creator, uploads }: { creator: CreatorForm; uploads: Uploads }) {
  useAnchor('portfolio')
  const { form, typed, sentences, change, addLine } = creator
  const { origin } = use(PageFactsContext)
  const [refusal, setRefusal] = useState<string | null>(null)
  useArrivals(creator, uploads)

  const pieces = typed.portfolio_urls.map((url, at) => ({
    id: url,
    name: nameOf(url, at),
    sent: 1,
    size: 1,
    done: true,
  }))
  function nameOf(url: string, at: number): string {
    if (pieceKind(url, origin) === 'page') return url
    return typed.portfolio_captions[url] || `piece ${at + 1}`
  }
  const cover = typed.portfolio_urls.find((url) => pieceKind(url, origin) !== 'page')
  const room = Math.max(0, draftOf.pieceRoom(typed) - uploads.items.filter(isOnItsWay).length)

  /** A video that is too long is refused before any of it is sent. */
  async function take(files: readonly File[]) {
    const { taken, refusal: words } = await tooLongAmong(files, rule)
    setRefusal(words)
    if (taken.length > 0) uploads.add(taken)
  }

  return (
    <section className={styles.part} id="portfolio">
      <header>
        <div className="row between">
          <h2>Portfolio</h2>
          <span className="sm faint num">
            {limits.portfolio_files - draftOf.pieceRoom(typed)} of {limits.portfolio_files} uploaded
          </span>
        </div>
        <p>
          The first piece is your cover in Find Creators. Drag pieces, or use their arrows, to
          reorder.
        </p>
      </header>
      <ImageSquares
        images={pieces}
        noun="piece"
        renderPicture={({ id, name }) => (
          <>
            {pieceKind(id, origin) === 'page' ? (
              <span className={styles.linked}>{hostOf(id)}</span>
            ) : (
              <PieceStill url={id} alt={name} sizes="240px" />
            )}
            {id === cover ? <span className={styles.cover}>Cover</span> : null}
          </>
        )}
        renderBelow={({ id, name }) => (
          <TextInput
            aria-label={`Caption of ${name}`}
            placeholder="Caption"
            maxLength={limits.caption}
            value={typed.portfolio_captions[id] ?? ''}
            onChange={(event) => change(draftOf.withCaption(typed, id, event.target.value))}
          />
        )}
        onRemove={(url) => change(draftOf.withoutPiece(typed, url))}
        onMove={(url, place) => change(draftOf.withPieceMoved(typed, url, place))}
      />
      {room > 0 ? (
        <DropZone
          label="Portfolio pieces"
          rule={rule}
          hint={hint}
          maxFiles={room}
          onFiles={(files) => void take(files)}
          error={refusal}
        />
      ) : null}
      <UploadRows uploads={uploads} />
      <EntryField
        cells={[
          {
            label: 'Portfolio URL',
            hint: 'A page elsewhere is shown by its name.',
            control: (
              <TextInput
                inputMode="url"
                placeholder="https://"
                maxLength={limits.url}
                {...form.register('portfolio_url')}
              />
            ),
          },
        ]}
        add="Add piece"
        onAdd={() => addLine('portfolio_url')}
        refused={sentences.portfolio_url}
        error={sentences.portfolio_urls ?? sentences.portfolio_captions}
      />
    </section>
  )
}

const isOnItsWay = ({ uploaded, state }: Uploads['items'][number]) =>
  uploaded === null && state !== 'failed'

/** Adds finished uploads to the form, once each, and removes an upload once its full bar has been shown. */
function useArrivals({ changeLater }: CreatorForm, { items, remove }: Uploads) {
  const taken = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, uploaded, state } of items) {
      if (uploaded !== null && !taken.current.has(key)) {
        taken.current.add(key)
        changeLater((now) => draftOf.withPiece(now, uploaded.url))
      }
      if (state === 'done') remove(key)
    }
  })
}
