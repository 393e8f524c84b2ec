// Runs before the first paint: the chosen theme, and whether a session is stored, so that a prerendered
// page neither flashes in the other theme nor shows "Sign In" to somebody who is signed in.
// No form is ever sent by the browser itself: before the app is here, that would be as an address, password and all.
;(function () {
  document.addEventListener(
    'submit',
    function (event) {
      event.preventDefault()
    },
    true,
  )
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('cartwright-theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    var session = localStorage.getItem('sb-' + location.hostname.split('.')[0] + '-auth-token')
    // What the session claims of its role is good enough to keep a place free.
    if (session) root.dataset.session = /"role":"seller"/.test(session) ? 'seller' : ''
  } catch {
    // Storage is switched off: system theme, signed out.
  }
})()
