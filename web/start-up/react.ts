// The first script imports this module of ours: importing React directly would add the bundler's CommonJS adapter to
// it, a third file on every public page.
import 'react-dom/client'
