// React by itself, as a module that the first script can import without the code that adapts one of CommonJS.
import 'react-dom/client'
