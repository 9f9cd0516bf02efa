"""How Sphinx makes the book; `cs336_basics.learn.notebooks.book` lays out its pages first."""

project = "Byte-level BPE, step by step"
html_title = project
extensions = ["myst_nb"]

nb_execution_mode = "off"  # the committed outputs are what a reader sees
nb_merge_streams = True
myst_heading_anchors = 3  # so that `#a-heading` is a place, as on GitHub
suppress_warnings = [
    "myst.header",  # a page of a report may begin with a smaller heading
    "toc.not_included",  # code and reports are pages that the contents do not list
]

html_theme = "sphinx_book_theme"
html_theme_options = {
    "use_download_button": True,
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "home_page_in_toc": True,
    "navbar_persistent": [],  # the side bar has a search field already
}
html_context = {"default_mode": "auto"}  # dark or light, as the reader's system is
html_show_search_summary = False  # pages opened from a disk may not fetch others
html_sidebars = {"**": ["navbar-logo.html", "search-field.html", "sbt-sidebar-nav.html"]}
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_copy_source = True  # what the download button hands out
html_show_copyright = False
pygments_style = "default"
