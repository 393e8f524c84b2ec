import { describe, expect, test } from 'vitest'
import type { RouteKey } from '#contract/api.ts'
import { schemas } from '#contract/schemas.ts'
import { answerSerializer, compiledSerializer } from './serializer.ts'

const write = (key: RouteKey, value: unknown): unknown =>
  JSON.parse(answerSerializer(key, schemas[key].answer)(value))

const secrets = { password_hash: 'argon2id', stripe_customer_id: 'cus_secret', session_id: 'sid' }
const person = {
  id: 'p',
  name: 'Maya',
  role: 'creator',
  avatar_url: null,
  company_name: null,
  ...secrets,
}
const project = {
  id: 'x',
  seller_id: 's',
  title: 'Reels',
  description: 'Three.',
  product_details: null,
  category: 'home',
  budget: 540.5,
  deadline: '2030-01-31',
  product_images: ['/storage/public/a'],
  status: 'active',
  created_at: '2030-01-01T00:00:00Z',
  ...secrets,
}

describe('the response serializer', () => {
  test('compiles for every call of the contract', () => {
    for (const key of Object.keys(schemas) as RouteKey[]) {
      expect(typeof compiledSerializer(key, schemas[key].answer)).toBe('function')
    }
  })

  test('drops every field the contract does not name: at the top, in a list, in a nested or nullable object', () => {
    const timeline = {
      posted_at: null,
      first_application_at: null,
      accepted_at: null,
      funded_at: null,
      delivered_at: null,
      approved_at: null,
      released_at: null,
      cancelled_at: null,
      ...secrets,
    }
    const page = {
      ...project,
      seller: person,
      creator: person,
      application_count: 2,
      to_answer: null,
      accepted_price: null,
      in_dispute: false,
      hidden: false,
      to_invite: null,
      order_id: null,
      order_fund_by: null,
      rounds: null,
      brief: null,
      timeline,
    }
    const written = JSON.stringify([
      write('projects.get', page),
      write('projects.list', {
        projects: [{ ...project, seller: person }],
        total: 1,
        total_exact: true,
        near: 0,
        next: null,
        ...secrets,
      }),
      write('profiles.list', [{ ...person, email: null }]),
    ])
    expect(written).not.toMatch(/argon2id|cus_secret|"sid"/)
    expect(written).toContain('"accepted_price":null')
    expect(written).toContain('"budget":540.5')
  })

  test('keeps the keys of maps that people fill, and null where a row may be missing', () => {
    const profile = {
      ...person,
      bio: null,
      niches: ['Food'],
      rates: { 'Instagram reel': 250.5, type: 1, format: 2 },
      social_links: { instagram: 'https://instagram.com/maya' },
      portfolio_urls: [],
      portfolio_captions: [],
      completed_projects: null,
      package_from: null,
      packages: [],
      record: { deals: 3, figures: [{ figure: 'on_time', n: 3, of: 3 }], badges: [] },
      industry: null,
      website: null,
      brand_description: null,
      created_at: '2030-01-01T00:00:00Z',
    }
    expect(write('profiles.get', profile)).toMatchObject({
      rates: { 'Instagram reel': 250.5, type: 1, format: 2 },
      social_links: { instagram: 'https://instagram.com/maya' },
    })
    expect(write('applications.own', null)).toBeNull()
  })

  test('throws when a promised field is missing', () => {
    const { title: _, ...untitled } = project
    expect(() => write('projects.create', untitled)).toThrow(/title/)
  })
})
