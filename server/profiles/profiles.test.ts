import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildFile,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const update = (as: BuiltUser | null, body: object) => api.call(as, 'profiles.update', { body })

describe('one’s own profile', () => {
  test('a creator saves every field of the editor and reads it back', async () => {
    const creator = await buildCreator(api.pool)
    const picture = await buildFile(api.pool, { owner: creator, bucket: 'avatars' })
    const body = {
      name: '  Maya Okafor ',
      bio: 'I film mugs.',
      avatar_url: picture.url,
      niches: ['Food', 'Home & Decor', 'Food'],
      rates: { 'Instagram reel': 250.5 },
      social_links: { Instagram: 'https://instagram.com/maya' },
      portfolio_urls: ['https://maya.example.com/a', 'https://maya.example.com/a'],
    }
    expect((await update(creator, body)).status).toBe(200)
    const me = await api.call(creator, 'profiles.me')
    expect(me.body).toMatchObject({
      ...body,
      name: 'Maya Okafor',
      niches: ['Food', 'Home & Decor'],
      social_links: { instagram: 'https://instagram.com/maya' },
      portfolio_urls: ['https://maya.example.com/a'],
      email: creator.email,
    })
  })

  test('a web address without a scheme is stored with https', async () => {
    const seller = await buildSeller(api.pool)
    expect((await update(seller, { website: 'sam.example' })).body).toMatchObject({
      website: 'https://sam.example',
    })
    const creator = await buildCreator(api.pool)
    const links = { social_links: { tiktok: 'sam.example/@s' }, portfolio_urls: ['sam.example/a'] }
    expect((await update(creator, links)).body).toMatchObject({
      social_links: { tiktok: 'https://sam.example/@s' },
      portfolio_urls: ['https://sam.example/a'],
    })
  })

  test('a rate or link is stored, whatever its name, or refused; none is silently dropped', async () => {
    const creator = await buildCreator(api.pool)
    const names = ['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf']
    const rates = Object.fromEntries(names.map((name) => [name, 10]))
    const saved = await update(creator, { rates })
    expect(saved.status).toBe(200)
    const kept = (await api.call(creator, 'profiles.me')).body
    expect(Object.keys(kept.rates).toSorted()).toEqual(names.toSorted())
    // An own property with that name, which JSON can carry; trimming yields the same name.
    for (const name of ['__proto__', ' __proto__ ', '__proto__\u0000'])
      for (const body of [
        { rates: JSON.parse(`{"Reel": 10, ${JSON.stringify(name)}: 10}`) as unknown },
        { social_links: JSON.parse(`{${JSON.stringify(name)}: "https://sam.example"}`) as unknown },
      ]) {
        const refused = await update(creator, body)
        expect([400, 422], JSON.stringify(body)).toContain(refused.status)
      }
    const after = (await api.call(creator, 'profiles.me')).body
    expect(after.rates).toEqual(kept.rates)
    expect(after.social_links).toEqual(kept.social_links)
  })

  test('absent fields stay, null and blank ones clear', async () => {
    const seller = await buildSeller(api.pool)
    await update(seller, {
      industry: 'Ceramics',
      website: 'https://harrow.example.com',
      bio: 'We make mugs.',
    })
    const after = await update(seller, { industry: null, bio: '  ' })
    expect(after.body).toMatchObject({
      industry: null,
      bio: null,
      website: 'https://harrow.example.com',
    })
  })

  test('a picture that belongs to someone else, another bucket or no one is refused', async () => {
    const creator = await buildCreator(api.pool)
    const other = await buildCreator(api.pool)
    const foreign = await buildFile(api.pool, { owner: other, bucket: 'avatars' })
    const product = await buildFile(api.pool, { owner: creator, bucket: 'product-images' })
    const unknown = `/storage/public/avatars/${creator.id}/${other.id}.webp`
    for (const avatar_url of [foreign.url, product.url, unknown]) {
      const refused = expectRefusal(await update(creator, { avatar_url }), 'upload.not_yours')
      expect(refused.fields).toEqual({ avatar_url: 'Upload failed' })
    }
    expectInvalid(
      await update(creator, { avatar_url: 'https://elsewhere.example.com/me.png' }),
      'avatar_url',
    )
  })

  test('company fields are for brands only', async () => {
    const creator = await buildCreator(api.pool)
    expectInvalid(
      await update(creator, { company_name: 'Me Ltd', website: null }),
      'company_name',
      'website',
    )
  })

  test('id, role, email and provider ids cannot be written', async () => {
    const creator = await buildCreator(api.pool)
    for (const field of ['id', 'role', 'email', 'stripe_customer_id', 'created_at']) {
      expectInvalid(await update(creator, { [field]: 'seller' }), 'body')
    }
    expect((await api.call(creator, 'profiles.me')).body).toMatchObject({
      role: 'creator',
      email: creator.email,
    })
  })

  test('validation errors are returned by field, in the editor’s words', async () => {
    const seller = await buildSeller(api.pool)
    const reply = await update(seller, {
      name: ' ',
      company_name: '',
      website: 'javascript:alert(1)',
      brand_description: 'x'.repeat(501),
    })
    expect(expectRefusal(reply, 'request.invalid').fields).toEqual({
      name: 'Name is required',
      company_name: 'Company name is required',
      website: 'Invalid URL',
      brand_description: 'Description must be less than 500 characters',
    })
  })

  test('two editors open at once keep each other’s fields', async () => {
    const creator = await buildCreator(api.pool)
    await Promise.all([
      update(creator, { bio: 'I film mugs.' }),
      update(creator, { niches: ['Food'] }),
      update(creator, { rates: { Reel: 10 } }),
    ])
    const me = await api.call(creator, 'profiles.me')
    expect(me.body).toMatchObject({ bio: 'I film mugs.', niches: ['Food'], rates: { Reel: 10 } })
  })
})

describe('public profiles', () => {
  test('are readable by anyone, without the email address or provider ids', async () => {
    const seller = await buildSeller(api.pool)
    await api.pool.query(`update profiles set stripe_customer_id = 'cus_1' where id = $1`, [
      seller.id,
    ])
    const reply = await api.call(null, 'profiles.get', { params: { id: seller.id } })
    expect(reply.status).toBe(200)
    expect(JSON.stringify(reply.body)).not.toMatch(/cus_1|@example\.com|password/)
    expect(reply.body).toMatchObject({
      id: seller.id,
      social_links: {},
      portfolio_urls: [],
      rates: {},
    })
    const me = await api.call(seller, 'profiles.me')
    expect(me.body.stripe_customer_id).toBe('cus_1')
  })

  test('count a brand’s completed projects; a creator has no such count', async () => {
    const seller = await buildSeller(api.pool)
    const completed = async (id: string) =>
      (await api.call(null, 'profiles.get', { params: { id } })).body.completed_projects
    expect(await completed(seller.id)).toBe(0)
    for (const status of ['completed', 'completed', 'active', 'cancelled'])
      await buildProject(api.pool, { seller, status })
    await buildProject(api.pool, { status: 'completed' })
    expect(await completed(seller.id)).toBe(2)
    expect(await completed((await buildCreator(api.pool)).id)).toBeNull()
  })

  test('do not exist for unknown, suspended, deleted and unconfirmed people', async () => {
    const gone = [
      "banned_until = now() + interval '1 day'",
      'deleted_at = now()',
      'email_confirmed_at = null',
    ]
    for (const how of gone) {
      const creator = await buildCreator(api.pool)
      await api.pool.query(`update auth.users set ${how} where id = $1`, [creator.id])
      expectRefusal(
        await api.call(null, 'profiles.get', { params: { id: creator.id } }),
        'profile.not_found',
      )
    }
    const unknown = await api.call(null, 'profiles.get', { params: { id: crypto.randomUUID() } })
    expect(expectRefusal(unknown, 'profile.not_found').message).toBe(
      "The profile you're looking for doesn't exist.",
    )
  })

  test('reappear once a suspension is over', async () => {
    const creator = await buildCreator(api.pool)
    await api.pool.query(
      `update auth.users set banned_until = now() - interval '1 day' where id = $1`,
      [creator.id],
    )
    expect((await api.call(null, 'profiles.get', { params: { id: creator.id } })).status).toBe(200)
  })

  test('a list includes an email only for the viewer and the other party of an accepted application', async () => {
    const { seller, creator, project } = await buildDeal(api.pool)
    const applicant = await buildCreator(api.pool)
    await buildApplication(api.pool, {
      project: await buildProject(api.pool, { seller }),
      creator: applicant,
    })
    await buildApplication(api.pool, {
      project,
      creator: await buildCreator(api.pool),
      status: 'rejected',
    })
    const emails = async (as: BuiltUser, ...people: BuiltUser[]) => {
      const list = await api.call(as, 'profiles.list', {
        query: { ids: people.map((one) => one.id).join(',') },
      })
      return list.body.map((card) => card.email)
    }
    expect(await emails(seller, creator, applicant, seller)).toEqual([
      creator.email,
      null,
      seller.email,
    ])
    expect(await emails(creator, seller, applicant)).toEqual([seller.email, null])
    expect(await emails(applicant, seller, creator)).toEqual([null, null])
    expectInvalid(await api.call(seller, 'profiles.list', { query: { ids: 'not-an-id' } }), 'ids.0')
  })
})

describe('searching creators', () => {
  test('matches part of a name or bio, a niche or a platform; wildcards are literal', async () => {
    const seller = await buildSeller(api.pool)
    const maya = await buildCreator(api.pool, { name: 'Maya Quarrystone' })
    const kofi = await buildCreator(api.pool, { name: 'Kofi 100% Real' })
    await update(maya, {
      bio: 'Slow_food films',
      niches: ['Food'],
      social_links: { tiktok: 'https://tiktok.com/@m' },
    })
    await update(kofi, { bio: 'slowXfood', niches: ['Tech'] })
    const found = async (query: object) => {
      const reply = await api.call(seller, 'creators.search', { query })
      expect(reply.status).toBe(200)
      return reply.body.creators
        .slice(0, reply.body.creators.length - reply.body.near)
        .filter(({ id }) => [maya.id, kofi.id].includes(id))
        .map(({ id }) => id)
    }
    expect(await found({})).toEqual([kofi.id, maya.id])
    expect(await found({ q: 'QUARRY' })).toEqual([maya.id])
    expect(await found({ q: 'slow_food' })).toEqual([maya.id])
    expect(await found({ q: '100%' })).toEqual([kofi.id])
    expect(await found({ q: "'; drop table profiles; --\u0000\\" })).toEqual([])
    expect(await found({ niche: 'Food' })).toEqual([maya.id])
    expect(await found({ platform: 'tiktok' })).toEqual([maya.id])
    expect(await found({ q: 'maya', niche: 'Tech' })).toEqual([])
    // An unknown filter is ignored.
    expect(await found({ niche: 'Bombs' })).toEqual([kofi.id, maya.id])
  })

  test('sellers and hidden people do not appear in the results', async () => {
    const seller = await buildSeller(api.pool)
    const hidden = await buildCreator(api.pool)
    await api.pool.query(`update auth.users set email_confirmed_at = null where id = $1`, [
      hidden.id,
    ])
    const reply = await api.call(seller, 'creators.search', {})
    const ids = reply.body.creators.map(({ id }) => id)
    expect(ids).not.toContain(seller.id)
    expect(ids).not.toContain(hidden.id)
    expectRefusal(await api.call(hidden, 'creators.search'), 'request.sellers_only')
  })

  test.each([
    [`banned_until = now() + interval '1 day'`, false],
    [`banned_until = now() - interval '1 day'`, true],
    [`banned_until = null`, true],
    [`deleted_at = now()`, false],
    [`deleted_at = null`, true],
  ])('an account with %s is found: %s', async (change, isFound) => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool, { name: 'Ines Farrowgate' })
    const isThere = async () => {
      const { body } = await api.call(seller, 'creators.search', { query: { q: 'farrowgate' } })
      return body.creators.some(({ id }) => id === creator.id)
    }
    expect(await isThere()).toBe(true)
    await api.pool.query(
      `update auth.users set banned_until = 'infinity', deleted_at = now() where id = $1`,
      [creator.id],
    )
    expect(await isThere()).toBe(false)
    await api.pool.query(
      `update auth.users set banned_until = null, deleted_at = null where id = $1`,
      [creator.id],
    )
    await api.pool.query(`update auth.users set ${change} where id = $1`, [creator.id])
    expect(await isThere()).toBe(isFound)
  })
})
