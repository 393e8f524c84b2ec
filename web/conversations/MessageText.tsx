import { linkParts } from './link-parts.ts'

/** What somebody wrote. Addresses in it can be followed; nothing behind them is ever fetched by itself. */
export function MessageText({ content }: { content: string }) {
  return linkParts(content).map(({ text, href }, index) =>
    href === null ? (
      text
    ) : (
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text}
      </a>
    ),
  )
}
