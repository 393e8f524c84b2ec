import type { RouteKey } from './api.ts'

/**
 * What a limited account cannot do: start anything new with someone. What is already agreed continues, because the
 * other side did nothing wrong. The server checks this before each of these calls and before no other.
 */
export const LIMITED_CALLS: ReadonlySet<RouteKey> = new Set<RouteKey>([
  'applications.submit',
  'projects.create',
  'projects.publish',
  'invitations.send',
  'invitations.send_many',
  'offers.make',
  'projects.offer',
  'package_orders.place',
  'packages.list',
])
