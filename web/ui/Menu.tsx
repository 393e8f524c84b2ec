import type { LucideIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Link } from 'react-router'
import styles from './Menu.module.css'
import { useAfterPress } from './use-after-press.ts'

/** One item of a menu: a link (`to`) or an action (`onSelect`); `line` draws a hairline above. */
export interface MenuItem {
  label: string
  icon?: LucideIcon
  to?: string
  onSelect?: () => void
  line?: boolean
}

/** One of several values, picked in the menu itself, which stays open. */
export interface MenuChoice {
  /** Names the group, and is shown above it. */
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

interface Props {
  /** The name of the button that opens it, for assistive technology. */
  label: string
  /** What the button shows. */
  children: ReactNode
  className?: string
  items: readonly (MenuItem | MenuChoice)[]
}

/**
 * A menu under its button: arrows move, letters jump, Escape closes and returns focus, leaving closes it. Our own
 * because every page's header has it: a menu library and its positioning weigh 23 kB there.
 */
export function Menu({ label, children, className, items }: Props) {
  const [open, setOpen] = useState(false)
  const isShown = useAfterPress(open, true)
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  /** Where focus goes once the menu is open. */
  const first = useRef<'menu' | 'first' | 'last'>('menu')
  const id = useId()

  useEffect(() => {
    if (!isShown) return
    const lines = linesOf(menu.current)
    const place = { menu: menu.current, first: lines[0], last: lines.at(-1) }[first.current]
    place?.focus()
  }, [isShown])

  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      const inside = [menu, trigger].some((part) => part.current?.contains(event.target as Node))
      if (!inside) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])

  function show(from: typeof first.current) {
    first.current = from
    setOpen(true)
  }

  function close() {
    setOpen(false)
    trigger.current?.focus()
  }

  function onTriggerKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    show(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  function onMenuKey(event: KeyboardEvent) {
    if (event.key === 'Escape') return close()
    // Tab continues from the button, not from the end of the page.
    if (event.key === 'Tab') return close()
    const next = lineFor(event, linesOf(menu.current))
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  function onBlur(event: FocusEvent) {
    const to = event.relatedTarget
    if (to instanceof Node && !event.currentTarget.contains(to)) setOpen(false)
  }

  return (
    <div className={styles.place} onBlur={onBlur}>
      <button
        ref={trigger}
        type="button"
        id={id}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={isShown ? `${id}-menu` : undefined}
        // A click by keyboard has no coordinates.
        onClick={(event: MouseEvent) =>
          open ? close() : show(event.detail === 0 ? 'first' : 'menu')
        }
        onKeyDown={onTriggerKey}
      >
        {children}
      </button>
      {isShown ? (
        <div
          ref={menu}
          id={`${id}-menu`}
          role="menu"
          tabIndex={-1}
          aria-labelledby={id}
          className={styles.menu}
          onKeyDown={onMenuKey}
        >
          {items.map((item) =>
            'options' in item ? (
              <Choice key={item.label} choice={item} />
            ) : (
              <Line key={item.label} item={item} onDone={close} />
            ),
          )}
        </div>
      ) : null}
    </div>
  )
}

function Line({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const Icon = item.icon
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: styles.item,
    onMouseMove: (event: MouseEvent<HTMLElement>) => event.currentTarget.focus(),
    onClick: () => {
      onDone()
      item.onSelect?.()
    },
  }
  const content = (
    <>
      {Icon ? <Icon aria-hidden="true" /> : null}
      {item.label}
    </>
  )
  return (
    <>
      {item.line ? <hr className={styles.line} /> : null}
      {item.to === undefined ? (
        <button type="button" {...shared}>
          {content}
        </button>
      ) : (
        <Link to={item.to} {...shared}>
          {content}
        </Link>
      )}
    </>
  )
}

function Choice({ choice: { label, options, value, onChange } }: { choice: MenuChoice }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.choice}>
      <span id={id} className={styles.about}>
        {label}
      </span>
      <div className={styles.options}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="menuitemradio"
            aria-checked={option.value === value}
            tabIndex={-1}
            className={styles.option}
            onMouseMove={(event) => event.currentTarget.focus()}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </div>
  )
}

const linesOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
]

/** The item that a key moves to: arrows cycle, Home, End, or the next item that starts with the letter. */
function lineFor({ key }: KeyboardEvent, lines: HTMLElement[]): HTMLElement | undefined {
  const at = lines.findIndex((line) => line === document.activeElement)
  if (key === 'ArrowDown' || key === 'ArrowRight') return lines[(at + 1) % lines.length]
  if (key === 'ArrowUp' || key === 'ArrowLeft') return lines.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return lines[0]
  if (key === 'End') return lines.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const fromHere = [...lines.slice(at + 1), ...lines.slice(0, at + 1)]
  return fromHere.find((line) => line.textContent?.toLowerCase().startsWith(key.toLowerCase()))
}
