import { AI_PARTS_TITLE, aiPartsText } from '#contract/ai-part-words.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { webLinkText } from './media.ts'

/** What AI made of it, where it was posted and the proof of that, if given. */
export function Proofs({ deliverable }: { deliverable: Deliverable }) {
  const {
    post_url: post,
    screenshot_url: screenshot,
    screenshot_name: name,
    ai_parts: parts,
  } = deliverable
  if (!post && !screenshot && !parts) return null
  return (
    <dl className="kv">
      {parts ? (
        <>
          <dt>{AI_PARTS_TITLE}</dt>
          <dd>{aiPartsText(parts)}</dd>
        </>
      ) : null}
      {post ? (
        <>
          <dt>Post</dt>
          <dd>
            <a
              className="link"
              // Only such links are stored; anything else in its place must not become a link.
              href={/^https?:/i.test(post) ? post : undefined}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {webLinkText(post)}
            </a>
          </dd>
        </>
      ) : null}
      {screenshot ? (
        <>
          <dt>Screenshot</dt>
          <dd>
            <a className="link" href={screenshot} target="_blank" rel="noopener noreferrer">
              {name ?? 'Screenshot'}
            </a>
          </dd>
        </>
      ) : null}
    </dl>
  )
}
