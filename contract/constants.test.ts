import { expect, test } from 'vitest'
import { applicationMessages, APPLICATION_LIMITS } from './applications.ts'
import { AUTH_LIMITS } from './auth.ts'
import { REALTIME } from './conversations.ts'
import { DASHBOARD_DELIVERABLES, deliverableMessages, REVIEW_WINDOW_DAYS } from './deliverables.ts'
import { feeWords } from './fee-words.ts'
import { DEFAULT_FEE_TERMS } from './fees.ts'
import { defaultInvitationMessage } from './invitations.ts'
import { paymentMethod } from './payment-schemas.ts'
import { paymentMessages } from './payments.ts'
import {
  NICHE_BADGES_SHOWN,
  NICHES,
  PLATFORMS,
  PROFILE_LIMITS,
  profileMessages,
} from './profiles.ts'
import { CATEGORIES, PROJECT_LIMITS } from './projects.ts'
import {
  BUCKETS,
  BUCKET_RULES,
  PROGRESS_RESET_MS,
  PUBLIC_CACHE_SECONDS,
  fileTypeWords,
  fileWords,
  maxSizeWords,
  uploadMessages,
} from './uploads.ts'

/** The numbers and fixed texts of SPEC §3, §5 and §9, each as it is written there. */

test('platform fee 15 %; the creator receives 85 %', () => {
  expect(DEFAULT_FEE_TERMS).toEqual({ creator_bps: 8_500, minimum_fee_cents: 0 })
  const say = feeWords(DEFAULT_FEE_TERMS)
  expect([say('fee'), say('creator')]).toEqual(['15%', '85%'])
  expect(say('clause')).toBe('The platform fee is 15% of the price; the creator receives 85%.')
})

test('minimum proposed price 1, step 0.01; minimum password length 6', () => {
  expect(APPLICATION_LIMITS).toMatchObject({ minimumPriceUsd: 1, priceStepUsd: 0.01 })
  expect(AUTH_LIMITS.passwordMin).toBe(6)
})

test('images: 5242880 bytes, jpeg, jpg, png, webp; product images up to 5; deliverable file 50MB', () => {
  for (const bucket of ['avatars', 'product-images', 'proof-screenshots'] as const) {
    expect(BUCKET_RULES[bucket].maxBytes).toBe(5_242_880)
    expect(BUCKET_RULES[bucket].extensions.toSorted()).toEqual(['.jpeg', '.jpg', '.png', '.webp'])
  }
  expect(PROJECT_LIMITS.product_images).toBe(5)
  expect(BUCKET_RULES['deliverable-files'].maxBytes).toBe(52_428_800)
})

test('every bucket states its file rule in plain words, without media types', () => {
  expect(fileWords(BUCKET_RULES['product-images'])).toBe('JPEG, PNG or WebP, up to 5 MB')
  expect(fileWords(BUCKET_RULES['dispute-evidence'])).toBe('JPEG, PNG, WebP or PDF, up to 10 MB')
  expect(fileWords(BUCKET_RULES['deliverable-files'])).toBe(
    'MP4, MOV, AVI, WebM, JPEG, PNG, WebP, PDF or plain text, up to 50 MB',
  )
  for (const rule of Object.values(BUCKET_RULES)) expect(fileWords(rule)).not.toContain('/')
  expect(fileTypeWords({ types: ['image/png'] })).toBe('PNG')
  expect(maxSizeWords(BUCKET_RULES.avatars)).toBe('Max size: 5MB')
})

test('deliverables: mp4, quicktime (mov), avi, webm, jpeg, png, webp, pdf, plain text', () => {
  // And WebM, which browsers record and the specification does not name (decision 0049).
  expect(BUCKET_RULES['deliverable-files'].types.toSorted()).toEqual([
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/webp',
    'text/plain',
    'video/mp4',
    'video/quicktime',
    'video/webm',
    'video/x-msvideo',
  ])
})

test('buckets: avatars, product-images, deliverable-files, proof-screenshots and three of our own', () => {
  // And three buckets of our own, for disputes, portfolios and messages, which the specification does not have.
  expect(BUCKETS.toSorted()).toEqual([
    'avatars',
    'deliverable-files',
    'dispute-evidence',
    'message-files',
    'portfolio',
    'product-images',
    'proof-screenshots',
  ])
})

test('the upload component’s own messages', () => {
  expect(uploadMessages.type({ extensions: ['.png', '.webp'] })).toBe(
    'File type must be one of .png, .webp',
  )
  expect(uploadMessages.tooLarge(5_242_880)).toBe('File is larger than 5242880 bytes')
  expect(uploadMessages.tooSmall(1)).toBe('File is smaller than 1 bytes')
  expect(uploadMessages.tooMany).toBe('Too many files')
  expect(uploadMessages.failed).toBe('Upload failed')
})

test('the sentences of the brand form, word for word', () => {
  expect(profileMessages).toMatchObject({
    nameRequired: 'Name is required',
    companyRequired: 'Company name is required',
    invalidUrl: 'Invalid URL',
    descriptionTooLong: 'Description must be less than 500 characters',
  })
  expect(PROFILE_LIMITS.brand_description).toBe(500)
})

test('the sentences of applications, deliverables and payments, word for word', () => {
  expect(applicationMessages).toEqual({
    signInRequired: 'You must be logged in to apply',
    fieldsRequired: 'Please fill in all required fields',
    payoutTitle: 'Stripe Setup Required',
    payoutBody: 'Please complete your Stripe Connect setup before applying',
  })
  expect(deliverableMessages.fileRequired).toBe('Please upload your deliverable file')
  expect(paymentMessages).toMatchObject({
    createIdsRequired: 'Missing project or application information',
    paymentIdRequired: 'Payment ID is required',
  })
})

test('dashboard: 3 recent projects, 5 deliverables; at most 3 niche badges', () => {
  expect([PROJECT_LIMITS.recent, DASHBOARD_DELIVERABLES, NICHE_BADGES_SHOWN]).toEqual([3, 5, 3])
})

test('the eighteen niche choices, in order', () => {
  expect(NICHES.join(', ')).toBe(
    'Fashion, Beauty, Fitness, Food, Travel, Lifestyle, Tech, Gaming, Home & Decor, Parenting, Pets, Health, Business, Education, Art, Music, Sports, Automotive',
  )
})

test('filter platforms: instagram, tiktok, youtube, twitter; the ten project categories', () => {
  expect(PLATFORMS).toEqual(['instagram', 'tiktok', 'youtube', 'twitter'])
  expect(CATEGORIES.join(', ')).toBe(
    'fashion, tech, lifestyle, beauty, fitness, food, travel, gaming, home, other',
  )
})

test('payment method type is always card; the review window is 7 days', () => {
  expect(paymentMethod.shape.payment_method_type.safeParse('card').success).toBe(true)
  expect(paymentMethod.shape.payment_method_type.safeParse('bank').success).toBe(false)
  expect(REVIEW_WINDOW_DAYS).toBe(7)
})

test('upload progress resets 1 second after completion; storage cache control 3600 seconds', () => {
  expect([PROGRESS_RESET_MS, PUBLIC_CACHE_SECONDS]).toEqual([1_000, 3_600])
})

test('realtime heartbeat 25 s, timeout 10 s', () => {
  expect(REALTIME).toEqual({ heartbeatMs: 25_000, timeoutMs: 10_000 })
})

test('the default message of an invitation contains the project title', () => {
  expect(defaultInvitationMessage('Mugs')).toContain('Mugs')
})
