import type { Mutation } from './mutation.ts'

const source = 'docs/decisions/0086-lists-of-creators.md'
const lists = ['server/creator-lists/creator-lists.test.ts']
const many = ['server/invitations/invite-many.test.ts']

/** A brand's lists of creators, and inviting many of them. */
export const CREATOR_LISTS: readonly Mutation[] = [
  {
    rule: 'a list is read by its own brand',
    source,
    file: 'server/creator-lists/creator-list-store.ts',
    find: 'where creator_lists.id = ${listId} and creator_lists.seller_id = ${keeper.sellerId} and ${isMet(keeper)}',
    replace: 'where creator_lists.id = ${listId} and ${isMet(keeper)}',
    tests: [...lists, 'tests/access/access.test.ts'],
  },
  {
    rule: 'a note is changed by its own brand',
    source,
    file: 'server/creator-lists/creator-list-store.ts',
    find: 'where creator_lists.id = list_id and creator_lists.seller_id = ${keeper.sellerId}\n        and list_id',
    replace: 'where creator_lists.id = list_id\n        and list_id',
    tests: lists,
    named: 'is visible to and editable by its brand only, including its notes',
  },
  {
    rule: 'someone blocked or suspended is on no list',
    source,
    file: 'server/creator-lists/creator-list-store.ts',
    find: "${shownAt} ${now} and ${notApartFrom(raw('profiles.id'), sellerId)}`",
    replace: '${shownAt} ${now}`',
    tests: lists,
    named: 'is hidden while suspended or blocked in either direction, and shown again afterwards',
  },
  {
    rule: 'a creator reads no total below five brands',
    source,
    file: 'server/creator-lists/creator-list-routes.ts',
    find: 'brands < LISTED_FROM ? null : brands',
    replace: 'brands',
    tests: lists,
    named: 'sees how many brands list them only from five brands on, regardless of blocks',
  },
  {
    rule: 'a brand counts once in that total',
    source,
    file: 'server/creator-lists/creator-list-store.ts',
    find: 'count(distinct seller_id)',
    replace: 'count(seller_id)',
    tests: lists,
    named: 'sees how many brands list them only from five brands on, regardless of blocks',
  },
  {
    rule: 'inviting many skips those who declined',
    source,
    file: 'server/invitations/invite-many-service.ts',
    find: 'invited.project_id = ${projectId})',
    replace: "invited.project_id = ${projectId} and status = 'pending')",
    tests: many,
    named: 'skips those who cannot be invited',
  },
  {
    rule: 'each invitation of an act counts towards the hour',
    source,
    file: 'server/invitations/invite-many-service.ts',
    find: "await deps.limits?.take('invitation', { accountId: viewer.id, ip, now })",
    replace: '',
    tests: many,
    named: 'the hourly limit',
  },
  {
    rule: 'someone who has applied is not invited to apply',
    source,
    file: 'server/invitations/invitation-service.ts',
    find: 'if (await hasApplied(tx, project.id, creator.id))',
    replace: 'if (project.seats < 1)',
    tests: ['server/invitations/invitations.test.ts'],
    named: 'someone who has applied',
  },
  {
    rule: 'a brand sends two hundred invitations a day',
    source,
    file: 'server/invitations/invitation-service.ts',
    find: "if (count >= INVITATION_LIMITS.aDay) throw new AppError('invitation.too_many_today')",
    replace: '',
    tests: many,
    named: 'two hundred in a day',
  },
]
