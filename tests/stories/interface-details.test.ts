import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { routePath } from '#contract/api.ts'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import { openContext, settled, type Visitor } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import {
  browser,
  creator,
  openPage,
  market,
  seller,
  stack,
  storyOnDemoMarket,
} from '#tests/support/market-story.ts'

/** What the screens do with what people type, press and sent before: small things, each of which once went wrong. */

storyOnDemoMarket()

let context: BrowserContext

afterEach(() => context.close())

async function open(who: Visitor | null, path: string, size = {}): Promise<Page> {
  context = await openContext(browser, stack, who, size)
  const page = await context.newPage()
  await page.goto(path)
  await settled(page)
  return page
}

describe('sign-in', () => {
  test('a typed email address survives a reload, the password does not', async () => {
    const page = await open(null, '/auth')
    await page.getByLabel('Email', { exact: true }).fill('sam@sam.example')
    await page.getByLabel('Password', { exact: true }).fill('sturdy-oak-cart-42')
    // The page is complete before the app is there; the app keeps a draft once it has taken the page over.
    const kept = () => page.evaluate<string>('JSON.stringify(sessionStorage)')
    await expect.poll(kept).toContain('sam@sam.example')
    expect(await kept()).not.toContain('sturdy-oak-cart-42')
    await page.reload()
    await expect
      .poll(() => page.getByLabel('Email', { exact: true }).inputValue())
      .toBe('sam@sam.example')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    // Once someone has signed in, nothing is left behind.
    await page.getByLabel('Email', { exact: true }).fill(market.seller.email)
    await page.getByLabel('Password', { exact: true }).fill(market.seller.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/find-creators')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(market.seller.email)
  })

  test('the tabs respond to arrow keys before hydration', async () => {
    context = await openContext(browser, stack, null)
    const page = await context.newPage()
    let letThrough: () => void = () => undefined
    const blocked = new Promise<void>((resolve) => (letThrough = resolve))
    await page.route(/\/assets\/app-/, async (route) => {
      await blocked
      await route.continue()
    })
    await page.goto('/auth')
    const [signIn, signUp] = ['Sign In', 'Sign Up'].map((name) => page.getByRole('tab', { name }))
    await signIn?.focus()
    const focused = () => page.evaluate<string>('document.activeElement.innerText')
    for (const [key, name] of [
      ['ArrowRight', 'Sign Up'],
      ['ArrowRight', 'Sign In'],
      ['End', 'Sign Up'],
      ['Home', 'Sign In'],
      ['ArrowLeft', 'Sign Up'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused(), key).toBe(name)
    }
    letThrough()
    await page.getByLabel('Name', { exact: true }).waitFor()
    expect(await signUp?.getAttribute('aria-selected')).toBe('true')
    expect(await focused()).toBe('Sign Up')
  })

  test('code verifiers are removed after signing in another way, and after signing out', async () => {
    const page = await open(null, '/auth/forgot-password')
    const verifiers = () =>
      page.evaluate<string[]>(
        `Object.keys(localStorage).filter((key) => key.endsWith('-code-verifier'))`,
      )
    await page.getByLabel('Email', { exact: true }).fill(market.creator.email)
    await page.getByRole('button', { name: /Send|Reset|link/i }).click()
    await expect.poll(verifiers).not.toEqual([])
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(market.creator.email)
    await page.getByLabel('Password', { exact: true }).fill(market.creator.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    expect(await verifiers()).toEqual([])
    await page.evaluate(
      `localStorage.setItem('sb-' + location.hostname.split('.')[0] + '-auth-token-flow-abcdefgh-code-verifier', 'x')`,
    )
    // They do not wait for the server, because the page does not either.
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    const asked = page.waitForRequest('**/auth/v1/logout*')
    await page.route('**/auth/v1/logout*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
    expect(await verifiers()).toEqual([])
    const ended = (await asked).response()
    answer()
    expect((await ended)?.status()).toBe(204)
  })
})

describe('forms', () => {
  test('pasting more than fits is reported, until the text is changed', async () => {
    const page = await open(seller, '/post-project')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await page.getByLabel('Title').focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Control+V')
    }
    const notice = page.getByText(/^The pasted text was cut: at most 140 characters fit here\.$/)
    await paste('a'.repeat(PROJECT_LIMITS.title))
    expect(await notice.count()).toBe(0)
    await paste('a'.repeat(PROJECT_LIMITS.title + 1))
    await notice.waitFor()
    expect(await page.getByLabel('Title').inputValue()).toHaveLength(PROJECT_LIMITS.title)
    await page.keyboard.press('Backspace')
    await notice.waitFor({ state: 'detached' })
  })

  test.each([
    [1440, 600],
    [390, 700],
  ])(
    'at %i×%i the first invalid field is scrolled clear of the header, with its label',
    async (width, height) => {
      const page = await open(seller, '/post-project', { width, height })
      await page.getByLabel('Title').fill('A plate')
      await page.getByLabel('Category').selectOption('home')
      await page.getByLabel('Description').fill('One still.')
      await page.getByLabel('Budget').fill('12.345')
      await page.getByLabel('Deadline').fill('2020-01-01')
      // Just scrolled out of view, as after reading the end of a long form.
      await page.evaluate(`(() => {
      const field = document.querySelector('[inputmode="decimal"]')
      window.scrollTo(0, field.getBoundingClientRect().top + scrollY - 20)
    })()`)
      await page.getByRole('button', { name: 'Post', exact: false }).last().press('Enter')
      await see(page, 'Enter the budget with at most two decimals.')
      const label = page.locator('label', { hasText: 'Budget' })
      const header = await page.locator('header').first().boundingBox()
      await expect
        .poll(async () => (await label.boundingBox())?.y ?? 0)
        .toBeGreaterThan((header?.height ?? 0) - 1)
      const focused = await page.evaluate<string>('document.activeElement.inputMode')
      expect(focused).toBe('decimal')
    },
  )
})

describe('a message', () => {
  let page: Page
  const messages = /\/api\/conversations\/[^/]+\/messages$/

  async function openChat(size = {}) {
    const [conversation] = await creator.call('conversations.list')
    page = await open(creator, `/messages/${conversation?.id}`, size)
    return conversation?.id ?? ''
  }
  const line = () => page.getByPlaceholder(/^Write to /)

  const storedAs = async (id: string, content: string) =>
    (await creator.call('messages.list', { params: { id } })).filter(
      (message) => message.content === content,
    ).length
  const words = () => `Are you there? ${randomBytes(4).toString('hex')}`

  test.each([
    ['drops', 390],
    ['hangs', 1440],
  ])(
    'whose request %s: the failure is shown, nothing is lost, and Try again sends it once (%i px)',
    async (how, width) => {
      const id = await openChat({ width })
      const content = words()
      // Resolved when the page is left: until then the server does not respond.
      await page.route(messages, (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        return how === 'drops' ? route.abort() : new Promise(() => undefined)
      })
      await line().fill(content)
      await line().press('Enter')
      const again = page.getByRole('log').getByRole('button', { name: 'Try again' })
      await again.waitFor()
      await see(page, 'Failed to send message')
      expect(await line().inputValue()).toBe(content)
      // The toast covers the page, but not the button to try again.
      const toast = await page.locator('[data-toast]').boundingBox()
      const below = ((box) => (box?.y ?? 0) + (box?.height ?? 0))(await again.boundingBox())
      expect(below).toBeLessThanOrEqual(width === 390 ? (toast?.y ?? 0) : Infinity)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await again.click()
      await again.waitFor({ state: 'detached' })
      await expect.poll(() => storedAs(id, content)).toBe(1)
      expect(await page.getByRole('log').getByText(content).count()).toBe(1)
      expect(await line().inputValue()).toBe('')
    },
  )

  test('whose response was lost is in the log once, and no failure is reported', async () => {
    const id = await openChat()
    const content = words()
    let attempts = 0
    await page.route(messages, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      attempts += 1
      await route.fetch()
      return route.abort()
    })
    await line().fill(content)
    await line().press('Enter')
    await expect.poll(() => attempts).toBeGreaterThan(1)
    // A failure is reported after the last attempt. What waits to be sent is stored until it is known to have arrived.
    await expect
      .poll(() => page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })'))
      .not.toContain(content)
    expect(await page.getByRole('log').getByText(content).count()).toBe(1)
    expect(await page.getByText('Failed to send message').count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(await storedAs(id, content)).toBe(1)
  })
})

describe('the applications to a seller’s project', () => {
  const rows = (page: Page) => page.getByRole('article')
  const nameOf = (page: Page, row: number) => rows(page).nth(row).getAttribute('aria-label')

  test('the arrow keys, j and k move between rows; the shortlist is marked and filtered in place', async () => {
    const mine = await seller.call('projects.mine', { query: { status: 'active' } })
    const busy = mine.find((project) => project.application_count > 1)
    const page = await open(seller, `/projects/${busy?.id}?tab=applications`)
    const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)]
    const focused = () => page.locator(':focus').getAttribute('aria-label')
    await rows(page).nth(0).getByRole('link', { name: 'View Profile' }).focus()
    for (const [key, name] of [
      ['ArrowDown', second],
      ['ArrowUp', first],
      ['j', second],
      ['k', first],
      ['k', first],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused()).toBe(name)
    }
    const mark = rows(page).nth(1).getByRole('button', { name: 'Shortlist' })
    await mark.click()
    await page.getByRole('button', { name: 'Shortlisted (1)' }).click()
    expect(await rows(page).count()).toBe(1)
    expect(await nameOf(page, 0)).toBe(second)
    const shown = rows(page).nth(0).getByRole('button', { name: 'Shortlist' })
    expect(await shown.getAttribute('aria-pressed')).toBe('true')
    await shown.click()
    await page.getByRole('button', { name: 'Shortlisted (0)' }).click()
    expect(await rows(page).count()).toBe(busy?.application_count)
    // An open picture captures the keyboard.
    await rows(page).nth(0).getByRole('button', { name: 'Open portfolio piece 1' }).click()
    await page.getByRole('dialog', { name: `Work by ${first}` }).waitFor()
    await page.keyboard.press('j')
    expect(await page.locator('dialog :focus').count()).toBe(1)
  })

  test('the accepted one is on top, with samples of work beside the name', async () => {
    const page = await open(seller, `/projects/${market.projectIds['held']}?tab=applications`)
    await rows(page).nth(0).getByText('Accepted', { exact: true }).waitFor()
    expect(await nameOf(page, 0)).toBe('Maya Okafor')
    const works = rows(page).nth(0).getByRole('group', { name: 'Work by Maya Okafor' })
    await expect.poll(() => works.getByRole('button').count()).toBe(3)
    expect(await page.getByText('Accepted', { exact: true }).count()).toBe(1)
    await page.getByRole('img', { name: '3 proposed prices' }).waitFor()
  })
})

test('a creator sees what they sent with a file: the note, the link and the screenshot', async () => {
  const id = market.projectIds['held'] ?? ''
  const url = routePath('deliverables.for_project', { id })
  context = await openContext(browser, stack, creator)
  const page = await context.newPage()
  // The demo's deliverable, with everything that can go with one.
  const [one] = await creator.call('deliverables.for_project', { params: { id } })
  await page.route(`**${url}`, (route) =>
    route.fulfill({
      json: [
        {
          ...one,
          notes: 'Shot in one take.',
          post_url: 'https://sam.example/p/1',
          screenshot_url: '/favicon.svg',
          screenshot_name: 'proof.png',
        },
      ],
    }),
  )
  await page.goto(`/projects/${id}`)
  await settled(page)
  await see(page, 'Your note')
  await see(page, /Shot in one take\./)
  const link = page.locator('main a[href="https://sam.example/p/1"]')
  await link.waitFor()
  await page.getByRole('link', { name: 'proof.png' }).waitFor()
})

test('after signing out, the sign-in page hydrates without replacing its fields', async () => {
  const page = await openPage(creator, '/settings/security')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    window.arrived = document.querySelector('input[type=email]')
  })`)
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).focus()
  await settled(page)
  expect(await page.evaluate('window.arrived.isConnected')).toBe(true)
})

test('a press gets its own animation frame before the dialog that it opens', async () => {
  const page = await open(seller, '/find-creators')
  const invite = page.getByRole('button', { name: /^Invite/ }).first()
  const dialog = page.getByRole('dialog')
  // Opened once so that its form is loaded, which takes longer than a frame anyway.
  await invite.click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const isInFrame = await page.evaluate<boolean>(`new Promise((resolve) => {
    const buttons = [...document.querySelectorAll('main button')]
    buttons.find(({ textContent }) => textContent.startsWith('Invite')).click()
    requestAnimationFrame(() => resolve(document.querySelector('dialog') !== null))
  })`)
  expect(isInFrame).toBe(false)
  await dialog.waitFor()
  expect(await page.locator('dialog :focus').count()).toBe(1)
})

test('a loaded picture has no placeholder behind it, in server-rendered and client-rendered pages', async () => {
  context = await openContext(browser, stack, seller, { rendered: true })
  const page = await context.newPage()
  const arrived = await page.goto('/find-creators')
  const html = (await arrived?.text()) ?? ''
  expect(html.includes('style="background:'), 'they arrive with one').toBe(true)
  await settled(page)
  const pictures = () =>
    page.evaluate<{ loaded: number; covered: string[] }>(`(() => {
      const all = [...document.querySelectorAll('main picture img')]
      const loaded = all.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
      const covered = loaded.filter(({ style }) => style.background !== '')
      return { loaded: loaded.length, covered: covered.map(({ currentSrc }) => currentSrc) }
    })()`)
  const areUncovered = async () => {
    await expect.poll(async () => (await pictures()).loaded).toBeGreaterThan(2)
    await expect.poll(async () => (await pictures()).covered).toEqual([])
  }
  await areUncovered()
  // Pictures that the app requests itself.
  await page.locator('header').getByRole('link', { name: 'My Projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'My Projects' }).waitFor()
  await settled(page)
  await areUncovered()
})

test('a picture that the app requests has its placeholder until it arrives', async () => {
  context = await openContext(browser, stack, seller)
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>()
  await context.route('**/storage/public/**', async (route) => {
    await mayArrive
    await route.continue()
  })
  const page = await context.newPage()
  await page.goto('/find-creators')
  const bare = `[...document.querySelectorAll('main picture source + img')]
    .filter(({ style, sizes }) => style.background === '' && parseInt(sizes) > 60)
    .map(({ src }) => src)`
  await page.locator('main picture img').first().waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate(bare)).toEqual([])
  const covered = `document.querySelectorAll('main picture img[style*=background]').length`
  expect(await page.evaluate(covered)).toBeGreaterThan(2)
  arrive()
  await settled(page)
  await expect.poll(() => page.evaluate(covered)).toBe(0)
})

test('a picture that has arrived before its placeholder could be decoded gets none', async () => {
  context = await openContext(browser, stack, seller)
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>()
  await context.route('**/assets/later-*.js', async (route) => {
    await mayArrive
    await route.continue()
  })
  const page = await context.newPage()
  const asked = page.waitForRequest('**/assets/later-*.js')
  await page.goto('/find-creators')
  const decoder = (await asked).url()
  const states = `(() => {
    const all = [...document.querySelectorAll('main picture img')]
    const covered = all.filter(({ complete, style }) => complete && style.background !== '')
    return [all.filter(({ complete }) => complete).length > 2, covered.length]
  })()`
  await expect.poll(() => page.evaluate(states)).toEqual([true, 0])
  arrive()
  await page.evaluate(`import(${JSON.stringify(decoder)})`)
  expect(await page.evaluate(states)).toEqual([true, 0])
})

test('the files of linked screens are preloaded one at a time, not in one task', async () => {
  context = await openContext(browser, stack, seller)
  const page = await context.newPage()
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    window.added = 0
    window.most = 0
    let inTask = 0
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      inTask = 0
    }
    const { appendChild } = document.head
    document.head.appendChild = (node) => {
      if (node.rel === 'modulepreload') {
        if (inTask === 0) port2.postMessage(null)
        inTask += 1
        window.added += 1
        window.most = Math.max(window.most, inTask)
      }
      return appendChild.call(document.head, node)
    }
  })`)
  await page.goto('/my-projects')
  await settled(page)
  // The pictures of the screens that its frame links to.
  await expect.poll(() => page.evaluate('window.added'), { timeout: 60_000 }).toBeGreaterThan(20)
  // The next one may be added before the message that starts a new count.
  expect(await page.evaluate('window.most')).toBeLessThanOrEqual(2)
})

test('the account menu opens even if it is pressed just as another screen arrives', async () => {
  const page = await open(seller, '/my-projects')
  // In the task that renders the screen, before the effects that move the focus to it.
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector('main h1')?.textContent !== 'Find Creators') return
    observer.disconnect()
    const trigger = document.querySelector('header [aria-haspopup="menu"]')
    trigger.focus()
    trigger.click()
  }).observe(document.querySelector('main'), { childList: true, subtree: true })`)
  await page.locator('header').getByRole('link', { name: 'Find Creators' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
})
