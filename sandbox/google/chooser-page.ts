import { escapeHtml, sandboxPage } from '#sandbox/page/page.ts'
import { FALSE_TOKENS } from './false-tokens.ts'
import { PEOPLE } from './people.ts'

/** The account chooser of one sign-in. Every button posts back to the page's own address. */
export function chooserPage(clientId: string): string {
  const rows = PEOPLE.map(
    (
      person,
    ) => `<li><form method="post"><button name="person" value="${escapeHtml(person.email)}"><strong>${escapeHtml(person.name)}</strong>
<small>${escapeHtml(person.email)}${person.email_verified ? '' : ' · address not verified'}</small></button></form></li>`,
  )
  return sandboxPage(
    'Choose an account',
    `<h1>Choose an account</h1>
<p class="note">The local stand-in for Google, to continue to ${escapeHtml(clientId)}. No password is asked for.</p>
<ul class="rows">${rows.join('\n')}</ul>
<h2>Use another address</h2>
<form method="post" class="fields">
<label>Email <input type="email" name="email" required autocomplete="off"></label>
<label>Name <input name="name" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="unverified" value="1"> Google has not verified this address</label>
<label>ID token <select name="false_token"><option value="">True</option>
${FALSE_TOKENS.map((how) => `<option value="${how}">False: ${how.replaceAll('_', ' ')}</option>`).join('')}</select></label>
<div><button class="act">Continue</button></div>
</form>
<h2>Or fail</h2>
<form method="post" class="acts"><button class="act" name="fail" value="access_denied">Cancel the sign-in</button>
<button class="act" name="fail" value="temporarily_unavailable">Be unavailable</button></form>`,
  )
}
