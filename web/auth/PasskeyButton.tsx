import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { passkeyWords } from './passkey-words.ts'
import { passkeyFailure, signInWithPasskey } from './passkeys.ts'

/** "Sign in with a passkey". Busy until the person is signed in, or until the attempt fails. */
export function PasskeyButton({ onFailure }: { onFailure: (sentence: string) => void }) {
  const [busy, setBusy] = useState(false)

  async function go() {
    setBusy(true)
    try {
      await signInWithPasskey()
    } catch (error) {
      onFailure(passkeyFailure(error, 'notUsed'))
      setBusy(false)
    }
  }

  return (
    <Button block busy={busy} busyText={passkeyWords.waiting} onClick={() => void go()}>
      {passkeyWords.signIn}
    </Button>
  )
}
