import '@fontsource-variable/familjen-grotesk/wght.css'
import '@fontsource-variable/instrument-sans/wght.css'
import '#web/styles/index.css'
import { patiently } from '#web/connection/patiently.ts'
import { watchReach } from '#web/connection/reach.ts'
import { keepStrip } from '#web/connection/strip.ts'
import { completeStyles } from './complete-styles.ts'
import { afterFirstPictures } from './first-pictures.ts'
import { holdInput } from './held-input.ts'
import { layOutRest } from './lay-out-rest.ts'
import { nextTask } from './next-task.ts'
import { hasScreenState } from './screen-state.ts'
import { afterPaint } from '#web/ui/after-paint.ts'
import { formatMoment, formatTime } from '#web/ui/dates.ts'

/**
 * The first script of every page. A prerendered public page is complete without the app, so there the app loads only
 * when the reader is about to use something; everywhere else it loads as soon as the pictures at the top have arrived.
 * Input before hydration is kept and replayed.
 */
const page = document.documentElement.dataset
const mayWait =
  'waits' in page &&
  // A signed-in person has a different header; an address with a query or fragment has data for the app.
  !('session' in page) &&
  window.location.search === '' &&
  window.location.hash === '' &&
  !hasScreenState() &&
  !hasDrafts()

/** Events that show that the reader is about to use something, and events from other tabs. */
const SIGNS = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'storage'] as const

watchReach()
keepStrip()

const input = holdInput(() => begin())
let begun = false

function begin() {
  if (begun) return
  begun = true
  for (const sign of SIGNS) window.removeEventListener(sign, onSign, true)
  afterPaint(() => void load())
}

async function load() {
  await preloadScripts()
  const [{ startApp }] = await Promise.all([patiently(inTwoTasks), patiently(allStyles)])
  await nextTask()
  await startApp({ hasScreenState: hasScreenState(), onMount: input.carryOver })
  input.release()
}

/** Evaluating React and the app takes a slow phone a quarter of a second, so input is handled in between. */
async function inTwoTasks() {
  await import('./react.ts')
  await nextTask()
  return import('./start-app.tsx')
}

/** A built page carries only its own styles; the app needs all of them. */
const allStyles = async () => {
  if (page.styles) await completeStyles(page.styles)
}

/** Requesting one file takes a slow phone 5 ms: thirty requests in one task would delay its next press. */
async function preloadScripts() {
  // The scripts of the app, and of the parts shown in this page.
  const parts = document.getElementById('root')?.dataset['scripts']
  for (const file of `${page.scripts ?? ''} ${parts ?? ''}`.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    link.crossOrigin = ''
    document.head.append(link)
    await nextTask()
  }
}

function onSign(event: Event) {
  const target = event.target instanceof Element ? event.target : null
  // Moving the pointer over text and scrolling do not count; reaching for a control does.
  if (event.type !== 'storage' && !target?.closest(USABLE)) return
  begin()
}

/** The app restores text that was typed before a reload (web/drafts/draft-store.ts). */
function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('cartwright-draft:'))
  } catch {
    return false
  }
}

// The server rendered days and times in its own time zone.
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-own-day]'))
  time.textContent = (time.dataset.ownDay === 'exact' ? formatMoment : formatTime)(time.dateTime)

const USABLE = 'a[href], button, input, textarea, select, label, summary'

for (const sign of SIGNS) window.addEventListener(sign, onSign, { capture: true, passive: true })
if (!mayWait) afterFirstPictures(begin)

layOutRest()
