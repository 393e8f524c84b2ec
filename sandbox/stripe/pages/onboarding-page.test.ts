import { afterEach, beforeEach, expect, test } from 'vitest'
import { canReceiveTransfers } from '#sandbox/stripe/objects/accounts.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { rawCall, startTestSandbox } from '#sandbox/stripe/test-support.ts'

let sandbox: StripeSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.close())

const openAccount = async () => {
  const { json } = await rawCall(sandbox, 'POST /v2/core/accounts', {
    json: {
      contact_email: 'maya@x.example',
      display_name: 'Maya',
      dashboard: 'express',
      identity: { country: 'us' },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      defaults: {
        responsibilities: { fees_collector: 'application', losses_collector: 'application' },
      },
    },
  })
  return String(json.id)
}

const newLink = async (account: string) => {
  const { json } = await rawCall(sandbox, 'POST /v2/core/account_links', {
    json: {
      account,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          return_url: 'http://127.0.0.1:9/profile?back=1',
          refresh_url: 'http://127.0.0.1:9/again',
        },
      },
    },
  })
  return String(json['url'])
}

const open = (url: string) => fetch(url, { redirect: 'manual' })
const flowOf = async (link: string) =>
  sandbox.url + String((await open(link)).headers.get('location'))
const choose = (flow: string, outcome: string) =>
  fetch(flow, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) })
const ready = (id: string) => {
  const found = sandbox.state.accounts[id]
  return found !== undefined && canReceiveTransfers(found)
}

test('a link works once; after that it returns to the platform', async () => {
  const link = await newLink(await openAccount())
  const first = await open(link)
  expect(first.status).toBe(303)
  expect(first.headers.get('location')).toMatch(/^\/connect\/flow\/flow_/)
  expect((await open(link)).headers.get('location')).toBe('http://127.0.0.1:9/again')
})

test('an expired link returns to the platform', async () => {
  const link = await newLink(await openAccount())
  sandbox.controls.advanceClock(5 * 60 * 1000)
  expect((await open(link)).headers.get('location')).toBe('http://127.0.0.1:9/again')
})

test('the pages behind the link can be reloaded and have one button for each outcome', async () => {
  const flow = await flowOf(await newLink(await openAccount()))
  await fetch(flow)
  const page = await (await fetch(flow)).text()
  for (const button of ['Complete onboarding', 'Leave unfinished', 'Mark as restricted']) {
    expect(page).toContain(`>${button}</button>`)
  }
})

test('completing makes the account ready and emits two thin events', async () => {
  const id = await openAccount()
  const answer = await choose(await flowOf(await newLink(id)), 'complete')
  expect(answer.headers.get('location')).toBe('http://127.0.0.1:9/profile?back=1')
  expect(ready(id)).toBe(true)
  expect(Object.values(sandbox.state.events).map((stored) => stored.event.type)).toEqual([
    'v2.core.account.created',
    'v2.core.account[requirements].updated',
    'v2.core.account[configuration.recipient].capability_status_updated',
  ])
})

test('leaving onboarding unfinished changes nothing, and a new link can complete it', async () => {
  const id = await openAccount()
  const answer = await choose(await flowOf(await newLink(id)), 'unfinished')
  expect(answer.headers.get('location')).toBe('http://127.0.0.1:9/profile?back=1')
  expect(ready(id)).toBe(false)
  await choose(await flowOf(await newLink(id)), 'complete')
  expect(ready(id)).toBe(true)
})

test('an account that was ready can be restricted again', async () => {
  const id = await openAccount()
  await choose(await flowOf(await newLink(id)), 'complete')
  await choose(await flowOf(await newLink(id)), 'restricted')
  expect(ready(id)).toBe(false)
})
