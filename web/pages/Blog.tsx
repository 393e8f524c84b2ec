import type { FormEvent } from 'react'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Tag } from '#web/ui/Badge.tsx'
import { comingSoon } from '#web/ui/coming-soon.ts'
import { TextInput } from '#web/ui/TextInput.tsx'
import styles from './pages.module.css'
import { StaticPage } from './StaticPage.tsx'

const posts = [
  {
    title: 'Why a person beats a prompt',
    excerpt:
      'A generated hand never quite holds the cup. Three things a creator notices about a product in the first minute, and why they end up in the cut that sells it.',
    date: 'November 12, 2026',
    author: 'Ines Calder',
    category: 'Content',
  },
  {
    title: 'Writing a brief that gets good applications',
    excerpt:
      'Say what the picture is for, name the one thing that must be in it, and leave the rest to the person.',
    date: 'October 28, 2026',
    author: 'Tomas Reyes',
    category: 'For brands',
  },
  {
    title: 'How to price a reel',
    excerpt:
      'Hours, props, revisions, usage: a small worksheet for creators, and what is left after the platform fee.',
    date: 'October 9, 2026',
    author: 'Ines Calder',
    category: 'For creators',
  },
  {
    title: 'What escrow does, and what it does not',
    excerpt: `Where the money is between funding and approval, who can move it, and what happens after ${REVIEW_WINDOW_TEXT}.`,
    date: 'September 22, 2026',
    author: 'Wren Okada',
    category: 'Payments',
  },
]

/** SPEC §2: four posts, the first one featured; Read More and Subscribe do nothing yet. */
export function Blog() {
  const [featured, ...others] = posts
  function subscribe(event: FormEvent) {
    event.preventDefault()
    comingSoon()
  }
  return (
    <StaticPage
      title="Blog"
      lead="Notes on making content that people believe, and on getting paid for it."
      wide
    >
      {featured ? (
        <article className={styles.featured}>
          <img src="/art/h-creator.svg" alt="" />
          <div>
            <Tag>{featured.category}</Tag>
            <h2>{featured.title}</h2>
            <p>{featured.excerpt}</p>
            <PostEnd post={featured} />
          </div>
        </article>
      ) : null}
      <div className={styles.below}>
        <div className={styles.body}>
          <section>
            <h2>More posts</h2>
            <ul className={styles.rows}>
              {others.map((post) => (
                <li
                  key={post.title}
                  className="stack"
                  style={{
                    padding: 'var(--space-6) 0',
                    borderBottom: '1px solid var(--line)',
                    gap: 'var(--space-2)',
                    justifyItems: 'start',
                  }}
                >
                  <Tag>{post.category}</Tag>
                  <h3>{post.title}</h3>
                  <p className="muted">{post.excerpt}</p>
                  <PostEnd post={post} />
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2>By email</h2>
            <p>New posts, at most twice a month.</p>
            <form className={styles.subscribe} onSubmit={subscribe} noValidate>
              <TextInput
                type="email"
                aria-label="Your email address"
                placeholder="you@shop.com"
                autoComplete="email"
              />
              <Button type="submit">Subscribe</Button>
            </form>
          </section>
        </div>
      </div>
    </StaticPage>
  )
}

function PostEnd({ post }: { post: (typeof posts)[number] }) {
  return (
    <div className="row" style={{ flexWrap: 'wrap', gap: 'var(--space-4)' }}>
      <div className="meta">
        <span className="num">{post.date}</span>
        <span>{post.author}</span>
      </div>
      <button
        type="button"
        className="link sm"
        onClick={comingSoon}
        aria-label={`Read More: ${post.title}`}
      >
        Read More
      </button>
    </div>
  )
}
