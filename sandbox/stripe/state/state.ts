import { mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type Stripe from 'stripe'
import type { AccountLink, OnboardingFlow } from './stored.ts'
import type { AccountMovement } from './stored.ts'
import type { CardBehaviour } from './stored.ts'
import type { StoredSession } from './stored.ts'
import type { StoredEvent } from './stored.ts'
import type { KeptAnswer } from './stored.ts'
import type { PlatformPayouts } from './stored.ts'
import type { RequestEntry } from './stored.ts'
import type { SwitchSetting } from './stored.ts'

/** The sandbox's state: Stripe's objects by id, unexpanded, and the few things that Stripe keeps internal. */
export interface SandboxState {
  version: 1
  /** Added to the real time: what "now" is for expiries, balances and key pruning. */
  clock_offset_ms: number
  customers: Record<string, Stripe.Customer>
  payment_methods: Record<string, Stripe.PaymentMethod>
  /** By payment method: the card's behaviour, and whether its holder agreed to later charges. */
  card_behaviours: Record<string, { behaviour: CardBehaviour; agreed: boolean }>
  payment_intents: Record<string, Stripe.PaymentIntent>
  setup_intents: Record<string, Stripe.SetupIntent>
  charges: Record<string, Stripe.Charge>
  refunds: Record<string, Stripe.Refund>
  transfers: Record<string, Stripe.Transfer>
  disputes: Record<string, Stripe.Dispute>
  balance_transactions: Record<string, Stripe.BalanceTransaction>
  checkout_sessions: Record<string, StoredSession>
  accounts: Record<string, Stripe.V2.Core.Account>
  /** Debit cards that accounts receive payouts on, by account; the others have a bank account. */
  payout_cards: Record<string, Stripe.Card[]>
  /** The payments that transfers became in the destination accounts, and how the money moved on from there. */
  destination_payments: Record<string, Stripe.Charge>
  account_movements: Record<string, AccountMovement>
  payouts: Record<string, Stripe.Payout>
  /** How often the platform's own balance is paid out to its bank. */
  platform_payouts: PlatformPayouts
  /** The last day, counted since 1970 in UTC, whose automatic payouts were made. */
  payouts_made_on: number | null
  account_links: Record<string, AccountLink>
  onboarding_flows: Record<string, OnboardingFlow>
  /** Links to an owner's own pages, each for one use. */
  login_links: Record<string, { account: string; used: boolean }>
  events: Record<string, StoredEvent>
  kept_answers: Record<string, KeptAnswer>
  switches: SwitchSetting[]
  requests: RequestEntry[]
}

function emptyState(): SandboxState {
  return {
    version: 1,
    clock_offset_ms: 0,
    customers: {},
    payment_methods: {},
    card_behaviours: {},
    payment_intents: {},
    setup_intents: {},
    charges: {},
    refunds: {},
    transfers: {},
    disputes: {},
    balance_transactions: {},
    checkout_sessions: {},
    accounts: {},
    payout_cards: {},
    destination_payments: {},
    account_movements: {},
    payouts: {},
    platform_payouts: 'manual',
    payouts_made_on: null,
    account_links: {},
    onboarding_flows: {},
    login_links: {},
    events: {},
    kept_answers: {},
    switches: [],
    requests: [],
  }
}

/** Empties a state in place, because others hold references to it. */
export function clearState(state: SandboxState): void {
  Object.assign(state, emptyState())
}

/** The state and its file. */
export interface StateStore {
  state: SandboxState
  /** Resolves once everything changed before the call is in the file. Concurrent calls share one write. */
  commit(): Promise<void>
}

/**
 * Opens the state in `file`, or an empty one. Without a file nothing outlives the process. Throws when the file exists
 * and is not the sandbox's: better than starting empty over existing money.
 */
export function openState(file: string | null): StateStore {
  if (file === null) return { state: emptyState(), commit: () => Promise.resolve() }
  const state = readState(file)
  let last: Promise<void> = Promise.resolve()
  let queued: Promise<void> | null = null

  // Written beside it and renamed: a kill leaves either the old file or the new one. No fsync, so a power cut may lose
  // the last writes; a killed process loses none.
  const write = async () => {
    queued = null
    await writeFile(`${file}.new`, JSON.stringify(state))
    await rename(`${file}.new`, file)
  }
  return {
    state,
    commit() {
      if (queued === null) {
        queued = last.then(write, write)
        last = queued
      }
      return queued
    },
  }
}

function readState(file: string): SandboxState {
  mkdirSync(dirname(file), { recursive: true })
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyState()
    throw error
  }
  const parsed: unknown = JSON.parse(text)
  if (
    typeof parsed !== 'object' ||
    parsed === null ||
    !('version' in parsed) ||
    parsed.version !== 1
  ) {
    throw new Error(`${file} is not the state of a Stripe sandbox`)
  }
  // Tables added since the file was written start empty.
  return { ...emptyState(), ...parsed, version: 1 }
}
