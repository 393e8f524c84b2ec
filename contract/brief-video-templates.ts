import { type BriefTemplate, blank, check, item, upright } from './brief-template-parts.ts'

/** Briefs that ask for one video. */
export const VIDEO_TEMPLATES: readonly BriefTemplate[] = [
  {
    id: 'ugc-ad',
    name: 'UGC ad with hooks',
    about: '1 ad and 3 openings to test',
    brief: {
      ...blank,
      goal: 'ads',
      items: [
        item({
          id: 'ad',
          what: 'video',
          count: 1,
          label: 'Ad',
          ...upright,
          seconds_min: 15,
          seconds_max: 30,
          captions: true,
        }),
        item({
          id: 'hook',
          what: 'video',
          count: 3,
          label: 'Hook variation',
          ...upright,
          seconds_min: 3,
          seconds_max: 6,
        }),
      ],
      tone: ['natural', 'quick'],
      music: 'licensed',
      checks: [
        check('early', 'The product is in the first three seconds'),
        check('call', 'It ends with a call to action'),
        check('light', 'Daylight or soft light, and a clean background', false),
      ],
    },
  },
  {
    id: 'unboxing',
    name: 'Unboxing',
    about: 'From the closed box to first use',
    brief: {
      ...blank,
      goal: 'organic',
      items: [
        item({
          id: 'unboxing',
          what: 'video',
          count: 1,
          label: 'Unboxing',
          ...upright,
          seconds_min: 30,
          seconds_max: 60,
        }),
      ],
      tone: ['curious', 'honest'],
      music: 'licensed',
      checks: [
        check('closed', 'The box is closed at the beginning'),
        check('close-up', 'The product is seen up close'),
        check('use', 'It is used once before the end'),
      ],
    },
  },
  {
    id: 'testimonial',
    name: 'Testimonial',
    about: '1 person on what changed for them',
    brief: {
      ...blank,
      goal: 'site',
      items: [
        item({
          id: 'testimonial',
          what: 'video',
          count: 1,
          label: 'Testimonial',
          ...upright,
          seconds_min: 30,
          seconds_max: 60,
          captions: true,
        }),
      ],
      tone: ['honest', 'calm'],
      music: 'none',
      checks: [
        check('tried', 'The creator has used the product before filming'),
        check('face', 'They speak to the camera'),
        check('one', 'They name one thing that got better'),
      ],
    },
  },
  {
    id: 'tutorial',
    name: 'Tutorial',
    about: '1 how-to, step by step',
    brief: {
      ...blank,
      goal: 'organic',
      items: [
        item({
          id: 'tutorial',
          what: 'video',
          count: 1,
          label: 'Tutorial',
          ...upright,
          seconds_min: 45,
          seconds_max: 90,
          captions: true,
        }),
      ],
      tone: ['clear', 'friendly'],
      music: 'licensed',
      checks: [
        check('steps', 'Each step is seen, not only told'),
        check('result', 'The finished result is shown'),
        check('needs', 'It says what one needs for it', false),
      ],
    },
  },
]
