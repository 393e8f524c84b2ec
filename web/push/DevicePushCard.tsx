import { useState } from 'react'
import { NOTIFICATION_KIND_WORDS } from '#contract/notification-kind-words.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { PUSHED_KINDS } from '#contract/push.ts'
import { usePrefer, usePreferences } from '#web/notifications/use-preferences.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './DevicePushCard.module.css'
import { canBePushed } from './device-push.ts'
import { pushWords } from './push-words.ts'
import { useDevicePush } from './use-device-push.ts'

/**
 * Turns on notifications on this device, and chooses their kinds. Not shown where the browser does not support them, or
 * the product does not offer them. Requests the browser's permission only when someone presses the button.
 */
export function DevicePushCard() {
  const { publicKey, subscribed, change } = useDevicePush()
  const [denied, setDenied] = useState(() => canBePushed() && Notification.permission === 'denied')
  if (!canBePushed() || publicKey === null) return null

  function turn(on: boolean) {
    change.mutate(on, {
      onSuccess: (permission) => setDenied(permission === 'denied'),
      onError: () => toast.error(pushWords.failed),
    })
  }

  return (
    <section className="card pad" aria-labelledby="device">
      <h2 id="device">{pushWords.title}</h2>
      <p className="sm muted">{pushWords.text}</p>
      <div className={styles.turn}>
        {denied ? (
          <Notice title={pushWords.blocked} role="status">
            {pushWords.unblock}
          </Notice>
        ) : (
          <Button size="sm" busy={change.isPending} onClick={() => turn(!subscribed)}>
            {subscribed ? pushWords.turnOff : pushWords.turnOn}
          </Button>
        )}
      </div>
      {subscribed ? <Kinds /> : null}
    </section>
  )
}

/** One choice for all devices on which notifications are turned on. */
function Kinds() {
  const { data: preferences } = usePreferences()
  return (
    <fieldset className={styles.kinds}>
      <legend className="sm muted">{pushWords.kinds}</legend>
      {PUSHED_KINDS.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          wanted={preferences?.find((one) => one.kind === kind)?.push ?? false}
        />
      ))}
    </fieldset>
  )
}

function Kind({ kind, wanted }: { kind: NotificationKind; wanted: boolean }) {
  const prefer = usePrefer()
  return (
    <Checkbox
      label={NOTIFICATION_KIND_WORDS[kind].label}
      checked={wanted}
      onChange={(event) =>
        prefer.mutate(
          { kind, push: event.target.checked },
          { onError: () => toast.error(pushWords.notSaved) },
        )
      }
    />
  )
}
