/** The texts of the card for notifications on one device, in the settings. */
export const pushWords = {
  title: 'Notifications on this device',
  text: 'This browser can tell you what happens while no page is open. What it shows, it may show on a locked screen: who and which project, as in the subject of a mail. It ends when you sign out here.',
  turnOn: 'Turn on notifications',
  turnOff: 'Turn off notifications',
  /** Shown above the kinds, which are one choice for all devices. */
  kinds: 'On all your devices that are turned on',
  failed: 'That did not work. Please try again.',
  notSaved: 'Your choice could not be saved. Please try again.',
  /** The browser's own setting blocks them, and can only be changed there. */
  blocked: 'This browser does not allow notifications from here',
  unblock:
    'Allow them beside the address of this page, under its settings for this site, and come back.',
} as const
