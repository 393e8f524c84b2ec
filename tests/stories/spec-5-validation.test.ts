import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { castMember, newcomer, postProject } from '#tests/support/market-deals.ts'
import { visit } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { expectLines, read, readPage } from '#tests/support/reading.ts'
import {
  creator,
  ellen,
  market,
  maya,
  seller,
  stack,
  reopenWindow,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'

/** SPEC §5: validation rules as the screens show them. The titles summarise its statements. */

storyOnDemoMarket('windows')

describe('sign-up and sign-in', () => {
  test('name, email and a password of 6 characters are required, each reported at its field', async () => {
    const page = await windowOf(null)
    await visit(page, '/auth')
    await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
    await see(page, 'Email is required')
    await see(page, 'Password is required')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    const submit = page.getByRole('button', { name: 'Sign Up', exact: true }).last()
    await submit.click()
    await see(page, 'Name is required')
    await see(page, 'Email is required')
    await see(page, 'Password is required')
    // The first invalid field has the focus.
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('name')
    await page.getByLabel('Name', { exact: true }).fill('Wren')
    await page.getByLabel('Email', { exact: true }).fill('wren')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await submit.click()
    await see(page, 'Please enter a valid email address')
    await see(page, 'Password should be at least 6 characters.')
    // Nothing typed is lost.
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Wren')
    expect(await page.getByLabel('Email', { exact: true }).getAttribute('type')).toBe('email')
    await page.context().close()
  })

  test('sign-up sends nothing while any field is wrong', async () => {
    const page = await windowOf(null)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
    })
    await page.route('**/auth/v1/signup', (route) => route.abort())
    await visit(page, '/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    const submit = page.getByRole('button', { name: 'Sign Up', exact: true }).last()
    const right = { Name: 'Wren', Email: 'wren@example.com', Password: 'a kiln at dawn' }
    const fill = async (fields: Partial<typeof right>) => {
      for (const [label, value] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(value)
    }
    for (const [wrong, sentence] of [
      [{ Name: '  ' }, 'Name is required'],
      [{ Email: 'wren@' }, 'Please enter a valid email address'],
      [{ Password: '12345' }, 'Password should be at least 6 characters.'],
    ] as const) {
      await fill({ ...right, ...wrong })
      await submit.click()
      await see(page, sentence)
    }
    expect(asked).toEqual([])
    await fill(right)
    await submit.click()
    await expect.poll(() => asked).toContain('/auth/v1/signup')
    await page.context().close()
  })

  test('the API refuses a weak password with its reasons, and makes a sign-up without a role a creator', async () => {
    const signUp = (body: object) =>
      fetch(`${stack.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const weak = await signUp({ email: 'weak@example.com', password: '12345', data: { name: 'W' } })
    expect(weak.status).toBe(422)
    expect(JSON.stringify(await weak.json())).toMatch(/weak_password.*length|length.*weak_password/)
    const bare = await signUp({
      email: 'bare@example.com',
      password: 'sturdy-oak-cart-42',
      data: { name: 'Bare' },
    })
    expect(bare.status).toBe(200)
    const pool = createPool(stack.databaseUrl, 1)
    const email = 'bare@example.com'
    expect(await oneRow(pool, sql`select role from profiles where email = ${email}`)).toEqual({
      role: 'creator',
    })
    await pool.end()
  })
})

describe('profiles', () => {
  test('brand: "Name is required", "Company name is required", "Invalid URL", "Description must be less than 500 characters"', async () => {
    await visit(ellen, '/profile/edit')
    await ellen.getByLabel('Contact Name *').fill(' ')
    await ellen.getByLabel('Company Name *').fill('')
    await ellen.getByLabel('Website').fill('not a page')
    await ellen.getByLabel('Brand Description').fill('x'.repeat(501))
    await ellen.getByRole('button', { name: 'Save Profile' }).click()
    for (const sentence of [
      'Name is required',
      'Company name is required',
      'Invalid URL',
      'Description must be less than 500 characters',
    ])
      await see(ellen, sentence)
    await expect
      .poll(() => ellen.evaluate<boolean>('document.activeElement.ariaInvalid === "true"'))
      .toBe(true)
    expect(await ellen.getByLabel('Website').inputValue()).toBe('not a page')
  })

  test('the server refuses the brand form with the same messages', async () => {
    expect(
      await seller.ask('profiles.update', {
        body: {
          name: ' ',
          company_name: '',
          website: 'not a page',
          brand_description: 'x'.repeat(501),
        },
      }),
    ).toMatchObject({
      status: 422,
      body: {
        fields: {
          name: 'Name is required',
          company_name: 'Company name is required',
          website: 'Invalid URL',
          brand_description: 'Description must be less than 500 characters',
        },
      },
    })
  })

  test('empty optional values are sent as null', async () => {
    const before = await seller.call('profiles.me')
    await reopenWindow('ellen')
    await visit(ellen, '/profile/edit')
    await ellen.getByLabel('Website').fill('')
    await ellen.getByLabel('Industry').fill('  ')
    await ellen.getByLabel('Brand Description').fill('')
    const [sent] = await Promise.all([
      ellen.waitForRequest((request) => request.method() === 'PATCH'),
      ellen.getByRole('button', { name: 'Save Profile' }).click(),
    ])
    const cleared = { website: null, industry: null, brand_description: null }
    expect(sent.postDataJSON()).toMatchObject(cleared)
    await see(ellen, 'Profile updated successfully!')
    expect(await seller.call('profiles.me')).toMatchObject(cleared)
    const { website, industry, brand_description } = before
    await seller.call('profiles.update', { body: { website, industry, brand_description } })
  })

  test('avatar: jpeg, jpg, png, webp of at most 5242880 bytes, one file', async () => {
    await visit(maya, '/profile/edit')
    const zone = maya.locator('main form input[type=file]').first()
    await zone.setInputFiles(file('notes.txt', 'text/plain', 10))
    await maya.getByText(/^File type must be one of .*webp/).waitFor()
    await zone.setInputFiles(file('huge.png', 'image/png', 5_242_881))
    await see(maya, 'File is larger than 5242880 bytes')
    expect(await zone.getAttribute('multiple')).toBeNull()
  })

  test('creator: a niche once, a link with platform and URL, a rate with service and amount, and the name', async () => {
    await visit(maya, '/profile/edit')
    const choices = maya.getByRole('combobox', { name: 'Add a niche' })
    const travel = maya.getByRole('option', { name: 'Travel', exact: true })
    await choices.click()
    await travel.click()
    await maya.getByRole('button', { name: 'Remove Travel' }).waitFor()
    await choices.click()
    await maya.getByRole('option').first().waitFor()
    expect(await travel.count()).toBe(0)
    await choices.press('Escape')
    await maya.getByRole('button', { name: 'Add link' }).click()
    await see(maya, 'Choose a platform and give its address.')
    await maya.getByRole('button', { name: 'Add piece' }).click()
    await see(maya, 'Give an address first.')
    await maya.getByLabel('Platform', { exact: true }).selectOption('youtube')
    const link = maya.getByLabel('Profile URL')
    await link.fill('youtube.com:99999/@maya')
    await maya.getByRole('button', { name: 'Add link' }).click()
    await see(maya, 'A link cannot have that port.')
    expect(await link.inputValue()).toBe('youtube.com:99999/@maya')
    const piece = maya.getByLabel('Portfolio URL')
    await piece.fill('maya.example/“reel”')
    await piece.press('Enter')
    await see(maya, 'A link cannot contain quotes, spaces or hidden characters.')
    expect(await piece.inputValue()).toBe('maya.example/“reel”')
    await maya.getByLabel('Service type').fill('Reel')
    await maya.getByRole('button', { name: 'Add rate' }).click()
    await see(maya, 'Give a service and its amount.')
    await maya.getByLabel('Amount (USD)').fill('320.5')
    await maya.getByLabel('Amount (USD)').press('Enter')
    await see(maya, '$320.50')
    await maya.getByLabel('Full Name *').fill('')
    await maya.getByRole('button', { name: 'Save Profile' }).click()
    await see(maya, 'Name is required')
    await reopenWindow('maya')
  })
})

describe('projects and applications', () => {
  test('post project: both buttons are disabled while a required field is empty; details are optional', async () => {
    await visit(ellen, '/post-project')
    const post = ellen.getByRole('button', { name: 'Post', exact: true })
    const keep = ellen.getByRole('button', { name: 'Save as Draft' })
    const steps: [string, string][] = [
      ['Title', 'A plate'],
      ['Description', 'One still.'],
      ['Budget', '12.345'],
      ['Deadline', '2020-01-01'],
    ]
    const disabled = async () => [await post.isDisabled(), await keep.isDisabled()]
    const reasonOf = async (button: Locator) =>
      ellen.locator(`[id="${await button.getAttribute('aria-describedby')}"]`).innerText()
    // No error is shown before a field is left; then it is shown at that field, and what is missing is listed beside
    // the buttons.
    const alerts = ellen.locator('main form [role="alert"]')
    await ellen.getByLabel('Title').focus()
    expect(await alerts.count()).toBe(0)
    await ellen.keyboard.press('Tab')
    await see(ellen, 'Give the project a title.')
    expect(await alerts.count()).toBe(1)
    expect(await reasonOf(post)).toBe(
      'Still needed: a title, a category, a description, a budget and a deadline.',
    )
    for (const [label, value] of steps) await ellen.getByLabel(label).fill(value)
    expect(await disabled(), 'Category').toEqual([true, true])
    expect(await reasonOf(keep)).toBe('Still needed: a category.')
    // The title is filled in now, the category was skipped, and the deadline field has not been left yet.
    expect(await alerts.allInnerTexts()).toEqual([
      'Choose a category.',
      'Enter the budget with at most two decimals.',
    ])
    await ellen.getByLabel('Category').selectOption('home')
    for (const [label, value] of steps) {
      await ellen.getByLabel(label).fill('')
      expect(await disabled(), label).toEqual([true, true])
      await ellen.getByLabel(label).fill(value)
    }
    expect(await disabled()).toEqual([false, false])
    await post.click()
    await see(ellen, 'Enter the budget with at most two decimals.')
    await see(ellen, 'Choose a deadline that is not in the past.')
    expect(await ellen.getByLabel('Title').inputValue()).toBe('A plate')
  })

  test('product images: up to 5, each at most 5MB', async () => {
    const zone = ellen.locator('main form input[type=file]').first()
    await zone.setInputFiles(file('huge.png', 'image/png', 5_242_881))
    await see(ellen, 'File is larger than 5242880 bytes')
    await zone.setInputFiles(
      Array.from({ length: 6 }, (_, at) => file(`p${at}.png`, 'image/png', 10)),
    )
    await see(ellen, 'Too many files')
    await reopenWindow('ellen')
  })

  test('application: a non-blank message and a price of at least 1 in steps of 0.01 are required', async () => {
    const priya = await castMember(stack, market, 'priya')
    const page = await windowOf(priya)
    const project = await postProject(seller, 'One jug, poured')
    await visit(page, `/projects/${project.id}`)
    const submit = page.getByRole('button', { name: 'Apply to This Project' })
    await submit.click()
    await see(page, 'Please fill in all required fields')
    const message = page.getByLabel('Message', { exact: true })
    await message.fill(' \n ')
    await page.getByLabel('Proposed price').fill('100')
    await submit.click()
    await see(page, 'Please fill in all required fields')
    expect(await message.getAttribute('aria-invalid')).toBe('true')
    await message.fill('I film in window light.')
    await page.getByLabel('Proposed price').fill('0.5')
    await submit.click()
    await see(page, 'The minimum price is $1.00.')
    await page.getByLabel('Proposed price').fill('100.005')
    await submit.click()
    await see(page, 'Enter the price with at most two decimals.')
    await page.getByLabel('Proposed price').fill('100')
    expectLines(await read(page), 'Platform fee (15%)', '$85.00', '$15.00')
    await submit.click()
    await see(page, 'Application Submitted')
    await page.getByRole('button', { name: 'Application Pending' }).waitFor()
    expect(await page.getByRole('button', { name: 'Application Pending' }).isDisabled()).toBe(true)
    await page.context().close()
  })

  test('application: the server trims the message and takes prices only in steps of 0.01', async () => {
    const jonas = await castMember(stack, market, 'jonas')
    const { id } = await postProject(seller, 'One jug, empty')
    const apply = (message: string, proposed_price: number) =>
      jonas.ask('applications.submit', { params: { id }, body: { message, proposed_price } })
    expect(await apply('Mine.', 100.005)).toMatchObject({
      status: 422,
      body: { fields: { proposed_price: expect.stringMatching(/at most two decimals/) } },
    })
    expect((await apply(' \n ', 100)).status).toBe(422)
    expect((await apply('  I film in window light.\n', 100.01)).status).toBe(200)
    expect(await jonas.call('applications.own', { params: { id } })).toMatchObject({
      message: 'I film in window light.',
      proposed_price: 100.01,
    })
  })

  test('an application can be prepared before payout set-up, and sent from the form that onboarding returns to', async () => {
    const tess = await newcomer(stack, 'Tess Prepares')
    const page = await windowOf(tess)
    const { id } = await postProject(seller, 'Two cups, one morning')
    await visit(page, `/projects/${id}`)
    expect(await page.getByLabel('Message', { exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Prepare your application' }).click()
    // The message takes the focus in the next frame.
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('I film in window light.')
    await page.getByLabel('Proposed price').fill('120.50')
    const apply = page.getByRole('button', { name: 'Apply to This Project' })
    expect(await apply.isDisabled()).toBe(true)
    // Leaving loses nothing, and asks for no confirmation.
    await page.getByRole('link', { name: 'My Applications' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'My Applications' }).waitFor()
    await page.goBack()
    expect(await page.getByLabel('Proposed price').inputValue()).toBe('120.50')

    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Connect Stripe Account' }).click()
    const tab = await opened
    await tab.getByRole('button', { name: 'Complete onboarding' }).click()
    await tab.waitForURL((url) => url.pathname === `/projects/${id}` && url.search === '')
    await see(tab, 'Stripe Account Connected')
    expect(await tab.getByLabel('Message', { exact: true }).inputValue()).toBe(
      'I film in window light.',
    )
    expect(await tab.getByLabel('Proposed price').inputValue()).toBe('120.50')
    await tab.getByRole('button', { name: 'Apply to This Project' }).click()
    await see(tab, 'Application Submitted')
    await tab.getByRole('button', { name: 'Application Pending' }).waitFor()
    expect(
      await tab.evaluate<string[]>(
        'Object.keys(localStorage).filter((key) => key.includes("apply-"))',
      ),
    ).toEqual([])
    await page.context().close()
  })

  test('the application form is disabled until payout onboarding is complete: "Stripe Setup Required"', async () => {
    const kofi = await castMember(stack, market, 'kofi')
    const page = await windowOf(kofi)
    expectLines(
      await readPage(page, `/projects/${market.projectIds['active']}`),
      'Stripe Setup Required',
      'Please complete your Stripe Connect setup before applying',
      'textbox "Message" [disabled]',
      'textbox "Proposed price" [disabled]',
      'button "Apply to This Project" [disabled]',
    )
    await page.context().close()
  })

  test('deliverable: the content file is required, of the accepted types', async () => {
    await visit(maya, `/projects/${market.projectIds['held']}`)
    await maya.getByRole('button', { name: /^Deliver version/ }).click()
    await maya.getByRole('button', { name: 'Submit Deliverable' }).click()
    await see(maya, 'Please upload your deliverable file')
    const zone = maya.locator('main form input[type=file]').first()
    await zone.setInputFiles(file('work.zip', 'application/zip', 10))
    await maya.getByText(/^File type must be one of /).waitFor()
    await reopenWindow('maya')
  })
})

describe('messages and invitations', () => {
  test('a message is trimmed, an empty one is not sent; Enter sends, Shift+Enter breaks the line', async () => {
    const [conversation] = await creator.call('conversations.list')
    await visit(maya, `/messages/${conversation?.id}`)
    const box = maya.getByPlaceholder(/^Write to /)
    await box.waitFor()
    await box.fill('   ')
    expect(await maya.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true)
    await box.fill('  Two lines:')
    await box.press('Shift+Enter')
    await box.pressSequentially('the second  ')
    await box.press('Enter')
    const sent = () =>
      creator
        .call('messages.list', { params: { id: conversation?.id ?? '' }, query: {} })
        .then((all) => all.at(-1)?.content)
    await expect.poll(sent).toBe('Two lines:\nthe second')
    expect(await box.inputValue()).toBe('')
  })

  test('invitation: a project must be selected; without a message a generic one is sent', async () => {
    await postProject(seller, 'A second active project')
    await visit(ellen, '/find-creators')
    await ellen.getByRole('button', { name: 'Invite Kofi Mensah' }).click()
    const dialog = ellen.getByRole('dialog', { name: 'Invite Kofi Mensah' })
    await dialog.getByLabel('Project').waitFor()
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await see(ellen, 'Choose one of your active projects.')
    await dialog.getByLabel('Project').selectOption({ label: 'A second active project' })
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await see(ellen, 'Invitation sent to Kofi Mensah successfully!')
    const kofi = await castMember(stack, market, 'kofi')
    const [latest] = await kofi.call('invitations.mine')
    expect(latest?.message).toContain('A second active project')
  })
})

/** A file of this many bytes, with arbitrary content. */
const file = (name: string, mimeType: string, bytes: number) => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes),
})
