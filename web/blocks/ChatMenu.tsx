import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import styles from './ChatMenu.module.css'
import { blockWords as words } from './block-words.ts'

const BlockDialog = lazyComponent(
  async () => (await import('./BlockDialog.tsx')).BlockDialog,
  null,
  'nobody',
)

/**
 * The actions on the other person of a conversation. Once they are blocked the conversation may be gone: the list
 * follows.
 */
export function ChatMenu({ person }: { person: { id: string; name: string } }) {
  const [blocking, setBlocking] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Menu
        label={words.more(person.name)}
        className={styles.more ?? ''}
        items={[{ label: words.blockNamed(person.name), onSelect: () => setBlocking(true) }]}
      >
        <span aria-hidden="true">⋯</span>
      </Menu>
      {blocking ? (
        <BlockDialog
          person={person}
          onClose={() => setBlocking(false)}
          onBlocked={() => void navigate(paths.messages, { replace: true })}
        />
      ) : null}
    </>
  )
}
