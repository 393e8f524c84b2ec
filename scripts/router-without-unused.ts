import type { Plugin } from 'vite'

/** The parts of one file of the router that this leaves out. */
interface Unused {
  /** Functions that no page calls. */
  functions?: readonly string[]
  /** An expression that checks for such a feature, and its result. */
  answers: readonly (readonly [question: string, answer: string])[]
}

/**
 * Parts of the router that no page uses, by file. Data comes through the query client, so no route has a loader, an
 * action or middleware (web/routes.test.ts), and lint forbids the hooks and components for them. Leaving these parts
 * out keeps the router's own order: a route's `lazy` runs, then the navigation completes.
 */
const UNUSED: Readonly<Record<string, Unused>> = {
  'router/router.js': {
    functions: [
      'fetch',
      'handleFetcherAction',
      'handleFetcherLoader',
      'handleAction',
      'startRedirectNavigation',
      'revalidate',
      'cancelDiscoveryNavigation',
      'discoverRoutes',
      'getFetcher',
      'resetFetcher',
      'queueFetcherForDeletion',
      'patchRoutes',
      '_internalSetRoutes',
      'runClientMiddlewarePipeline',
    ],
    answers: [
      ['init.instrumentations', 'undefined'],
      ['opts?.instrumentations', 'undefined'],
      ['opts?.instrumentationNavigateMetaReceiver', 'undefined'],
      ['future.unstable_customRouteDiscovery', 'false'],
      ['future.unstable_routePatternMatching', 'false'],
      ['init.patchRoutesOnNavigation', 'undefined'],
      ['init.dataStrategy', 'undefined'],
      ['init.hydrationData', 'undefined'],
      ['opts?.mask', 'undefined'],
      // Forms that the router sends.
      ['!isSubmissionNavigation(opts)', 'true'],
      ['opts && opts.submission && isMutationMethod(opts.submission.formMethod)', 'false'],
      ['submission && isMutationMethod(submission.formMethod)', 'false'],
      ['submission != null && isMutationMethod(submission.formMethod)', 'false'],
      ['isMutationMethod(state.navigation.formMethod)', 'false'],
      ['isMutationMethod(request.method)', 'false'],
      ['opts && opts.pendingError', 'false'],
      ['pendingActionResult && isErrorResult(pendingActionResult[1])', 'false'],
      ['= getUpdatedActionData(pendingActionResult)', '= undefined'],
      ['...getActionDataForCommit(pendingActionResult)', '...{}'],
      [
        'submission || fetcherSubmission || getSubmissionFromNavigation(loadingNavigation)',
        'undefined',
      ],
      ['status === 400', 'false'],
      ['status === 403', 'false'],
      ['status === 405', 'false'],
      // Loaders, their redirects and responses, and middleware.
      ['!initialMatches.some((m) => routeHasLoaderOrMiddleware(m.route))', 'true'],
      ['!routeHasLoaderOrMiddleware(route)', 'true'],
      ['if (forceShouldLoad !== null) return', 'return'],
      ['findRedirect(loaderResults)', 'undefined'],
      ['findRedirect(fetcherResults)', 'undefined'],
      ['if (isRedirectDataStrategyResult(result))', 'if (false)'],
      ['if (isResponse(result))', 'if (false)'],
      ['if (isDataWithResponseInit(result))', 'if (false)'],
      ['isAction ? match.route.action : match.route.loader', 'undefined'],
      ['if (!false) for (let match of matches)', 'if (false) for (let match of matches)'],
      ['args.matches.some((m) => m.route.middleware)', 'false'],
      ['matches.some((m) => m._lazyPromises?.middleware)', 'false'],
      ['url: createDataFunctionUrl(request, path),', ''],
      [
        'lazyMiddlewarePromise = loadLazyRouteProperty(',
        'lazyMiddlewarePromise = false && loadLazyRouteProperty(',
      ],
      ['typeof route.lazy === "function"', 'true'],
      // Fetchers.
      ['fetchLoadMatches.forEach((f, key)', 'false && fetchLoadMatches.forEach((f, key)'],
      ['if (isFogOfWar)', 'if (false)'],
      ['!isFogOfWar', 'true'],
      ['revalidatingFetchers.length', '0'],
      ['revalidatingFetchers.forEach(', 'false && revalidatingFetchers.forEach('],
      ['revalidatingFetchers.filter(', 'false && revalidatingFetchers.filter('],
      ['= markFetchRedirectsDone(workingFetchers)', '= false'],
      ['= abortStaleFetchLoads(pendingNavigationLoadId, workingFetchers)', '= false'],
      [
        'await callLoadersAndMaybeResolveData(dsMatches, revalidatingFetchers, request, location, scopedContext, dataStrategyInitiator, historyAction)',
        '{ loaderResults: await callDataStrategy(request, location, dsMatches, scopedContext, null, dataStrategyInitiator, historyAction) }',
      ],
      // View transitions.
      ['(opts && opts.enableViewTransition) === true', 'false'],
      [
        'pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location',
        'false',
      ],
      ['else if (pendingViewTransitionEnabled)', 'else if (false)'],
      ['if (isBrowser)', 'if (false)'],
      // Hints for developers, which the development build gives.
      [' warning(', ' false && warning('],
      ['\twarning(', '\tfalse && warning('],
    ],
  },
  'dom/lib.js': {
    answers: [
      ['shouldPrefetch && !isAbsolute', 'false'],
      ['opts?.hydrationData || parseHydrationData()', 'undefined'],
      // Its prefetching, which cost every link two states and two effects.
      ['usePrefetchBehavior(prefetch, rest)', '[false, null, {}]'],
      ['mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef'],
      [
        'routerNavigation != null && useViewTransitionState(path) && viewTransition === true',
        'false',
      ],
      ['if (mask)', 'if (false)'],
      ['if (!remixContext || remixContext.isSpaMode) return null', 'return null'],
      ['!remixContext || !getKey', 'true'],
      ['const Form = React$1', 'const Form = /* @__PURE__ */ React$1'],
      ['Form.displayName = "Form";', ''],
    ],
  },
  // Errors that React Server Components throw.
  'lib/hooks.js': {
    answers: [
      ['this.context && typeof error === "object"', 'false'],
      ['if (this.context)', 'if (false)'],
    ],
  },
  'lib/components.js': {
    answers: [
      ['!viewTransitionOpts || !isViewTransitionAvailable', 'true'],
      ['vtContext.isTransitioning && !vtContext.flushSync', 'false'],
      ['renderDfd && pendingState && router.window', 'false'],
      ['renderDfd && pendingState && state.location.key === pendingState.location.key', 'false'],
      ['!vtContext.isTransitioning && interruption', 'false'],
      ['warnOnce(', 'false && warnOnce('],
    ],
  },
}

/**
 * Leaves out of the browser's scripts those parts that no page uses: 11 KiB of every page. Throws when the library has
 * changed, so that this never leaves out anything else (decision 0122).
 */
export const routerWithoutUnused: Plugin = {
  name: 'router-without-unused',
  apply: 'build',
  // The pages' server build uses its static handler, which shares some of these functions.
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: {
      id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/](router[\\/]router|dom[\\/]lib|components|hooks)\.js$/,
    },
    handler: (code, id) => {
      const unused = Object.entries(UNUSED).find(([name]) => id.endsWith(name))?.[1]
      const change = (whole: string, part: string | RegExp, by: (found: string) => string) => {
        const changed = whole.replaceAll(part, by)
        if (changed === whole) throw new Error(`${id} no longer has ${part.toString()}`)
        return changed
      }
      let used = code
      for (const name of unused?.functions ?? []) used = change(used, functionCalled(name), emptied)
      for (const [question, answer] of unused?.answers ?? [])
        used = change(used, question, () => answer)
      // Line numbers do not change.
      return { code: used, map: null }
    },
  },
}

/** A function as the library writes it: its closing brace is in the column of its first letter. */
const functionCalled = (name: string) =>
  new RegExp(`^(\\t*)(async )?function ${name}\\([^]*?^\\1\\}$`, 'gm')

/** The same function with as many lines, but it only throws. */
const emptied = (found: string): string =>
  `${found.slice(0, found.indexOf('('))}() { throw new Error('not in this build')${found.replaceAll(/[^\n]/g, '')}}`
