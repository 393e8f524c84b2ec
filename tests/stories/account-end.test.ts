import { expect, test } from 'vitest'
import { deletionWords } from '#web/security/deletion-words.ts'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { buildCreator } from '#tests/support/builders.ts'
import { enter, openContext, settled } from '#tests/support/market.ts'
import { paths } from '#contract/paths.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

storyOnOwnStack()

const PASSWORD = 'correct horse'

test('a creator exports their data and deletes their account, and can no longer sign in or be found', async () => {
  const person = await buildCreator(pool)
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await pool.query('update auth.users set password_hash = $1 where id = $2', [hash, person.id])
  const credentials = { email: person.email, password: PASSWORD }
  const context = await openContext(browser, stack, await enter(stack, credentials))
  const page = await context.newPage()
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

  await expect(enter(stack, credentials)).rejects.toThrow(/invalid_credentials|Invalid login/)
  const answer = await fetch(`${stack.url}/api/profiles/${person.id}`)
  expect(answer.status).toBe(404)
  await context.close()
})
