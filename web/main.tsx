import '@fontsource-variable/familjen-grotesk/wght.css'
import '@fontsource-variable/instrument-sans/wght.css'
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from './routes.tsx'

/**
 * The screens of the address we start at are loaded before the router is made: a prerendered page can
 * then be taken over as it stands, and no page starts with an empty frame.
 */
async function start() {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const app = (
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>
  )
  if (root.firstElementChild) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

void start()
