import { linkParts } from './link-parts.ts'

/** A message's text. Its links can be followed; nothing they point to is fetched automatically. */
export function MessageText({ content }: { content: string }) {
  return linkParts(content).map(({ text, href, host }, index) =>
    href === null ? (
      text
    ) : (
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text}
        {host === undefined ? null : <bdi> ({host})</bdi>}
      </a>
    ),
  )
}
