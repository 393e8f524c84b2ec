import { applicationRoutes } from './applications.ts'
import { conversationRoutes } from './conversations.ts'
import { deliverableRoutes } from './deliverables.ts'
import { notificationRoutes } from './notifications.ts'
import { paymentRoutes } from './payments.ts'
import { profileRoutes } from './profile-calls.ts'
import { projectRoutes } from './projects.ts'
import { reviewRoutes } from './review.ts'
import { waitingRoutes } from './waiting.ts'

/**
 * The calls that every page knows, by name: "METHOD /path/:param". Every page loads this file and, with their sentences
 * and limits, the files it imports: a domain that few pages show declares its calls in a separate file, or among the
 * rare ones.
 */
export const commonRoutes = {
  ...profileRoutes,
  ...projectRoutes,
  ...waitingRoutes,
  ...applicationRoutes,
  ...deliverableRoutes,
  ...reviewRoutes,
  ...paymentRoutes,
  ...conversationRoutes,
  ...notificationRoutes,
} as const
