import { expect, test } from 'vitest'
import { deletionWords } from '#web/security/deletion-words.ts'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { enter, openContext, settled } from '#tests/support/market.ts'
import { paths } from '#contract/paths.ts'
import { ACCOUNT_DELETED } from '#contract/conversation-words.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

storyOnOwnStack()

const PASSWORD = 'correct horse'

/** Gives a person a password and opens a signed-in window for them. */
async function open({ id, email }: { id: string; email: string }) {
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await pool.query('update auth.users set password_hash = $1 where id = $2', [hash, id])
  const context = await openContext(
    browser,
    stack,
    await enter(stack, { email, password: PASSWORD }),
  )
  return { context, page: await context.newPage() }
}

test('a creator exports their data and deletes their account, and can no longer sign in or be found', async () => {
  const { creator: person } = await buildDeal(pool)
  const { context, page } = await open(person)
  await page.goto(paths.ownData)
  await settled(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await downloading).suggestedFilename()).toBe('cartwright-data.zip')

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(deletionWords.removed.creator).waitFor()
  await dialog.getByLabel('Your password').fill('a wrong guess')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('This password or code is incorrect.').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('Account deleted').first().waitFor()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()

  const credentials = { email: person.email, password: PASSWORD }
  await expect(enter(stack, credentials)).rejects.toThrow(/invalid_credentials|Invalid login/)
  const answer = await fetch(`${stack.url}/api/profiles/${person.id}`)
  expect(answer.status).toBe(404)
  await context.close()
})

test('what was being written to an account that is deleted meanwhile stays, and the conversation says why it cannot be sent', async () => {
  const { seller, creator, conversation } = await buildDeal(pool)
  const { context, page } = await open(seller)
  await page.goto(paths.conversation(conversation.id))
  const line = page.getByRole('textbox', { name: /^Message/ })
  const text = 'The parcel is on its way.'
  await line.fill(text)
  const leaving = await open(creator)
  await leaving.page.goto(paths.ownData)
  await leaving.page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = leaving.page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await leaving.page.getByText('Account deleted').first().waitFor()
  await leaving.context.close()

  await line.press('Enter')
  const note = page.getByRole('region', { name: /^Conversation with/ }).getByText(ACCOUNT_DELETED)
  await note.waitFor()
  await expect.poll(() => line.inputValue()).toBe(text)
  const button = page.getByRole('button', { name: 'Send message' })
  expect(await button.isDisabled()).toBe(true)
  await line.fill('')
  await line.waitFor({ state: 'detached' })
  await note.waitFor()
  await page.reload()
  await note.waitFor()
  await context.close()
})
