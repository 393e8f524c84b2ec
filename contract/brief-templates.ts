import { type BriefTemplate, blank, check, item, upright } from './brief-template-parts.ts'
import { VIDEO_TEMPLATES } from './brief-video-templates.ts'

/** The templates a brief can start from, in the order they are offered. */
export const BRIEF_TEMPLATES: readonly BriefTemplate[] = [
  ...VIDEO_TEMPLATES,
  {
    id: 'before-after',
    name: 'Before and after',
    about: '1 video and 2 photos of the change',
    brief: {
      ...blank,
      goal: 'ads',
      items: [
        item({
          id: 'change',
          what: 'video',
          count: 1,
          label: 'Before and after',
          ...upright,
          seconds_min: 10,
          seconds_max: 20,
        }),
        item({
          id: 'still',
          what: 'photo',
          count: 2,
          label: 'Before, after',
          ratio: '4:5',
          min_width: 1_080,
        }),
      ],
      music: 'licensed',
      checks: [
        check('same', 'Before and after have the same light and angle'),
        check('true', 'Nothing is edited between the two'),
        check('time', 'It says how long it took'),
      ],
    },
  },
  {
    id: 'photos',
    name: 'Product photos',
    about: '6 photos: 4 in use, 2 alone',
    brief: {
      ...blank,
      goal: 'site',
      items: [
        item({
          id: 'in-use',
          what: 'photo',
          count: 4,
          label: 'In use',
          ratio: '4:5',
          min_width: 1_920,
        }),
        item({
          id: 'alone',
          what: 'photo',
          count: 2,
          label: 'Product alone',
          ratio: '1:1',
          min_width: 1_920,
        }),
      ],
      checks: [
        check('sharp', 'The product is sharp, and its colors are true'),
        check('label', 'The label can be read'),
        check('brands', 'No other brand is in the picture'),
      ],
    },
  },
  {
    id: 'organic',
    name: 'Organic post',
    about: '1 video and its caption',
    brief: {
      ...blank,
      goal: 'organic',
      items: [
        item({
          id: 'post',
          what: 'video',
          count: 1,
          label: 'Post',
          ...upright,
          seconds_min: 15,
          seconds_max: 45,
        }),
        item({ id: 'caption', what: 'text', count: 1, label: 'Caption' }),
      ],
      tone: ['in your own voice'],
      music: 'creator',
      checks: [
        check('paid', 'It is marked as a paid partnership'),
        check('tag', 'The brand is tagged'),
        check('stays', 'It stays up for 30 days'),
      ],
    },
  },
  {
    id: 'raw',
    name: 'Raw footage pack',
    about: '10 uncut clips to edit yourself',
    brief: {
      ...blank,
      goal: 'ads',
      items: [
        item({
          id: 'clip',
          what: 'video',
          count: 10,
          label: 'Uncut clip',
          ratio: '9:16',
          min_width: 1_080,
          seconds_min: 5,
          seconds_max: 20,
          raw: true,
        }),
      ],
      music: 'none',
      rounds: 1,
      checks: [
        check('clean', 'No text, filters or music over the picture'),
        check('angles', 'At least three different angles'),
        check('steady', 'Steady and in focus'),
      ],
    },
  },
]
