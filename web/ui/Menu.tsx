import { DropdownMenu } from 'radix-ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import styles from './Menu.module.css'

/** One line of a menu: it leads somewhere (`to`) or does something (`onSelect`); `line` draws a hairline above. */
export interface MenuItem {
  label: string
  icon?: LucideIcon
  to?: string
  onSelect?: () => void
  disabled?: boolean
  line?: boolean
}

interface Props {
  /** The button that opens it. It must accept a ref and spread its props. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

/** A menu under a button: arrows move, letters jump, Escape closes and returns focus. */
export function Menu({ trigger, items, align = 'end' }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          {items.map((item) => (
            <MenuLine key={item.label} item={item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function MenuLine({ item }: { item: MenuItem }) {
  const Icon = item.icon
  const content = (
    <>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {item.label}
    </>
  )
  return (
    <>
      {item.line ? <DropdownMenu.Separator className={styles.line} /> : null}
      <DropdownMenu.Item
        asChild={item.to !== undefined}
        className={styles.item}
        disabled={item.disabled}
        onSelect={item.onSelect}
      >
        {item.to === undefined ? content : <Link to={item.to}>{content}</Link>}
      </DropdownMenu.Item>
    </>
  )
}
